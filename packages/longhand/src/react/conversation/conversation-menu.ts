import type { MenuItem } from '../controls/Menu.tsx'
import * as words from '../words/conversation.ts'
import * as everywhere from '../words/everywhere.ts'
import type { ConversationUI } from './use-conversation-ui.ts'

/** The ⋯ menu of a conversation. On narrow screens it is the only way to views and drawers. */
export function conversationMenu(ui: ConversationUI): readonly MenuItem[] {
  const { actions, setDialog, setDrawer, setView, view } = ui
  return [
    {
      label: view === 'you' ? everywhere.whatTheModelSees : everywhere.whatYouSee,
      icon: 'eye',
      onSelect: () => setView(view === 'you' ? 'model' : 'you'),
    },
    { label: everywhere.checkpoints, icon: 'flag', note: '/checkpoints', onSelect: () => setDrawer('checkpoints') },
    { label: everywhere.receipts, icon: 'receipt', onSelect: () => setDrawer('receipts') },
    { label: words.branches, icon: 'fork', onSelect: () => setDialog({ type: 'branches' }) },
    {
      label: words.saveACheckpoint,
      icon: 'flag',
      note: '/save-progress',
      onSelect: () => void actions.saveCheckpoint(),
    },
    {
      label: words.condensePreview,
      icon: 'fold',
      note: '/compact --preview',
      onSelect: () => setDialog({ type: 'preview', request: { force: true } }),
    },
    // H4.26 what a program sends has instructions of its own.
    ...(ui.screen.conversation?.client == null
      ? [
          {
            label: words.instructionsItem,
            icon: 'sliders',
            onSelect: () => setDialog({ type: 'instructions' }),
          } as const,
        ]
      : []),
    { label: everywhere.rename, icon: 'pencil', onSelect: () => setDialog({ type: 'rename' }) },
    { label: words.moveToProjectItem, icon: 'book', onSelect: () => setDialog({ type: 'project' }) },
    { label: words.shareAsAPageReadOnly, icon: 'download', onSelect: () => void actions.share() },
    { label: words.exportAsMarkdown, icon: 'download', note: '/export md', onSelect: () => actions.export('md') },
    {
      label: words.exportAsJsonComplete,
      icon: 'download',
      note: '/export json',
      onSelect: () => actions.export('json'),
    },
    { label: words.deleteConversation, icon: 'close', danger: true, onSelect: () => setDialog({ type: 'delete' }) },
  ]
}
