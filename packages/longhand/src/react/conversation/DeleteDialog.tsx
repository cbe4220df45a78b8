import type { ReactNode } from 'react'
import { statusLines } from '../../client/screen/status-line.ts'
import { pluralize } from '../../client/text/format.ts'
import { texts } from '../../client/text/texts.ts'
import { ConfirmDeleteDialog } from '../controls/ConfirmDeleteDialog.tsx'
import { useLonghand } from '../provider/LonghandProvider.tsx'
import * as words from '../words/conversation.ts'
import type { ConversationUI } from './use-conversation-ui.ts'

type Props = { readonly ui: ConversationUI; readonly onClose: () => void }

/** Asks before a conversation is deleted. */
export function DeleteDialog({ ui, onClose }: Props): ReactNode {
  const { api, navigate } = useLonghand()
  const messages = ui.screen.entries.findLast(entry => entry.type === 'message')?.number ?? 0
  const remove = () =>
    api.delete(ui.id).then(
      () => navigate('/'),
      error => {
        onClose()
        ui.sync.showStatus(statusLines.failed(error.message))
      },
    )
  return (
    <ConfirmDeleteDialog name={ui.screen.conversation?.title} onDelete={remove} onClose={onClose}>
      <p>
        {words.goesToo(pluralize(messages, 'message'), pluralize(ui.checkpoints.length, 'checkpoint'))}{' '}
        {texts.deletedFor}
      </p>
    </ConfirmDeleteDialog>
  )
}
