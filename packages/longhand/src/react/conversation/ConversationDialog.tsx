import { lazy, type ReactNode, Suspense } from 'react'
import { texts } from '../../client/text/texts.ts'
import { RestoreDialog } from '../checkpoints/RestoreDialog.tsx'
import { EditSummaryDialog } from '../compaction/EditSummaryDialog.tsx'
import { RenameDialog } from '../controls/RenameDialog.tsx'
import { SearchDialog } from '../search/SearchDialog.tsx'
import * as words from '../words/conversation.ts'
import { BranchesDialog } from './BranchesDialog.tsx'
import { DeleteDialog } from './DeleteDialog.tsx'
import { HelpDialog } from './HelpDialog.tsx'
import { InstructionsDialog } from './InstructionsDialog.tsx'
import { ProjectDialog } from './ProjectDialog.tsx'
import type { ConversationUI, OpenDialog } from './use-conversation-ui.ts'

const PreviewDialog = lazy(() =>
  import('../compaction/PreviewDialog.tsx').then(({ PreviewDialog }) => ({ default: PreviewDialog })),
)

type Props = { readonly ui: ConversationUI; readonly dialog: OpenDialog }

/** The dialog that is open in a conversation. */
export function ConversationDialog({ ui, dialog }: Props): ReactNode {
  const onClose = () => ui.setDialog(null)
  switch (dialog.type) {
    case 'preview':
      return (
        <Suspense>
          <PreviewDialog ui={ui} request={dialog.request} onClose={onClose} />
        </Suspense>
      )
    case 'edit':
      return <EditSummaryDialog text={dialog.text} onSave={ui.actions.editSummary} onClose={onClose} />
    case 'restore':
      return <RestoreDialog ui={ui} checkpoint={dialog.checkpoint} onClose={onClose} />
    case 'branches':
      return <BranchesDialog ui={ui} onClose={onClose} />
    case 'rename':
      return <RenameDialog name={ui.screen.conversation?.title ?? ''} onRename={ui.actions.rename} onClose={onClose} />
    case 'instructions':
      return <ConversationInstructions ui={ui} onClose={onClose} />
    case 'project':
      return <ProjectDialog ui={ui} onClose={onClose} />
    case 'delete':
      return <DeleteDialog ui={ui} onClose={onClose} />
    case 'help':
      return <HelpDialog onClose={onClose} />
    case 'search':
      return <SearchDialog newest={newestNumber(ui)} onGoTo={number => void ui.jumpTo(number)} onClose={onClose} />
  }
}

type InstructionsProps = { readonly ui: ConversationUI; readonly onClose: () => void }

function ConversationInstructions({ ui, onClose }: InstructionsProps): ReactNode {
  const { instructions = null, temperature = null } = ui.screen.conversation ?? {}
  return (
    <InstructionsDialog
      title={words.instructions}
      hint={texts.instructionsHint}
      given={{ instructions, temperature }}
      onSave={ui.actions.instruct}
      onClose={onClose}
    />
  )
}

const newestNumber = ({ screen: { entries } }: ConversationUI): number =>
  entries.findLast(entry => entry.type === 'message')?.number ?? 0
