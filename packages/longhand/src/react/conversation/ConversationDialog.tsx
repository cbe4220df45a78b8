import type { ReactNode } from 'react'
import { RestoreDialog } from '../checkpoints/RestoreDialog.tsx'
import { EditSummaryDialog } from '../compaction/EditSummaryDialog.tsx'
import { PreviewDialog } from '../compaction/PreviewDialog.tsx'
import { RenameDialog } from '../controls/RenameDialog.tsx'
import { SearchDialog } from '../search/SearchDialog.tsx'
import { BranchesDialog } from './BranchesDialog.tsx'
import { DeleteDialog } from './DeleteDialog.tsx'
import { HelpDialog } from './HelpDialog.tsx'
import { ProjectDialog } from './ProjectDialog.tsx'
import type { OpenDialog, Room } from './use-conversation-ui.ts'

/** The dialog that is open in a conversation. */
export function ConversationDialog({ room, dialog }: { readonly room: Room; readonly dialog: OpenDialog }): ReactNode {
  const onClose = () => room.setDialog(null)
  switch (dialog.type) {
    case 'preview':
      return <PreviewDialog room={room} request={dialog.request} onClose={onClose} />
    case 'edit':
      return <EditSummaryDialog text={dialog.text} onSave={room.desk.edit} onClose={onClose} />
    case 'restore':
      return <RestoreDialog room={room} checkpoint={dialog.checkpoint} onClose={onClose} />
    case 'branches':
      return (
        <BranchesDialog
          id={room.id}
          head={room.screen.conversation?.head ?? 0}
          onSwitch={room.desk.switchTo}
          onClose={onClose}
        />
      )
    case 'rename':
      return <RenameDialog name={room.screen.conversation?.title ?? ''} onRename={room.desk.rename} onClose={onClose} />
    case 'project':
      return <ProjectDialog room={room} onClose={onClose} />
    case 'delete':
      return <DeleteDialog room={room} onClose={onClose} />
    case 'help':
      return <HelpDialog onClose={onClose} />
    case 'search':
      return <SearchDialog onClose={onClose} />
  }
}
