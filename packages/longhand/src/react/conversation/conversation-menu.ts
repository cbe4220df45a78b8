import type { MenuItem } from '../controls/Menu.tsx'
import type { Room } from './use-conversation-ui.ts'

/** What the ⋯ of a conversation offers. On a narrow screen it is the only way to views and drawers. */
export function roomMenu(room: Room): readonly MenuItem[] {
  const { desk, setDialog, setDrawer, setView, view } = room
  return [
    {
      label: view === 'you' ? 'What the model sees' : 'What you see',
      icon: 'eye',
      act: () => setView(view === 'you' ? 'model' : 'you'),
    },
    { label: 'Checkpoints', icon: 'flag', note: '/checkpoints', act: () => setDrawer('checkpoints') },
    { label: 'Receipts', icon: 'receipt', act: () => setDrawer('receipts') },
    { label: 'Branches', icon: 'fork', act: () => setDialog({ type: 'branches' }) },
    { label: 'Save a checkpoint', icon: 'flag', note: '/save-progress', act: () => void desk.save() },
    {
      label: 'Condense: preview',
      icon: 'fold',
      note: '/compact --preview',
      act: () => setDialog({ type: 'preview', request: { force: true } }),
    },
    { label: 'Rename', icon: 'pencil', act: () => setDialog({ type: 'rename' }) },
    { label: 'Move to a project…', icon: 'book', act: () => setDialog({ type: 'project' }) },
    { label: 'Export as Markdown', icon: 'download', note: '/export md', act: () => desk.export('md') },
    { label: 'Export as JSON, complete', icon: 'download', note: '/export json', act: () => desk.export('json') },
    { label: 'Delete conversation…', icon: 'close', danger: true, act: () => setDialog({ type: 'delete' }) },
  ]
}
