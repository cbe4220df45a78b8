import type { MenuItem } from '../controls/Menu.tsx'
import type { ConversationUI } from './use-conversation-ui.ts'

/** The ⋯ menu of a conversation. On narrow screens it is the only way to views and drawers. */
export function conversationMenu(ui: ConversationUI): readonly MenuItem[] {
  const { actions, setDialog, setDrawer, setView, view } = ui
  return [
    {
      label: view === 'you' ? 'What the model sees' : 'What you see',
      icon: 'eye',
      onSelect: () => setView(view === 'you' ? 'model' : 'you'),
    },
    { label: 'Checkpoints', icon: 'flag', note: '/checkpoints', onSelect: () => setDrawer('checkpoints') },
    { label: 'Receipts', icon: 'receipt', onSelect: () => setDrawer('receipts') },
    { label: 'Branches', icon: 'fork', onSelect: () => setDialog({ type: 'branches' }) },
    { label: 'Save a checkpoint', icon: 'flag', note: '/save-progress', onSelect: () => void actions.saveCheckpoint() },
    {
      label: 'Condense: preview',
      icon: 'fold',
      note: '/compact --preview',
      onSelect: () => setDialog({ type: 'preview', request: { force: true } }),
    },
    // H4.26 what a program sends has instructions of its own.
    ...(ui.screen.conversation?.client == null
      ? [{ label: 'Instructions…', icon: 'sliders', onSelect: () => setDialog({ type: 'instructions' }) } as const]
      : []),
    { label: 'Rename', icon: 'pencil', onSelect: () => setDialog({ type: 'rename' }) },
    { label: 'Move to a project…', icon: 'book', onSelect: () => setDialog({ type: 'project' }) },
    { label: 'Share as a page, read-only', icon: 'download', onSelect: () => actions.export('html') },
    { label: 'Export as Markdown', icon: 'download', note: '/export md', onSelect: () => actions.export('md') },
    {
      label: 'Export as JSON, complete',
      icon: 'download',
      note: '/export json',
      onSelect: () => actions.export('json'),
    },
    { label: 'Delete conversation…', icon: 'close', danger: true, onSelect: () => setDialog({ type: 'delete' }) },
  ]
}
