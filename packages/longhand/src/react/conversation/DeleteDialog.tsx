import type { ReactNode } from 'react'
import { statusLines } from '../../client/screen/status-line.ts'
import { pluralize } from '../../client/text/format.ts'
import { DeleteQuestion } from '../controls/ConfirmDeleteDialog.tsx'
import { useLonghand } from '../provider/LonghandProvider.tsx'
import type { Room } from './use-conversation-ui.ts'

/** Asks before a conversation goes. */
export function DeleteDialog({ room, onClose }: { readonly room: Room; readonly onClose: () => void }): ReactNode {
  const { api, go } = useLonghand()
  const messages = room.screen.entries.findLast(entry => entry.type === 'message')?.number ?? 0
  const remove = () =>
    api.delete(room.id).then(
      () => go('/'),
      error => {
        onClose()
        room.following.showStatus(statusLines.failed(error.message))
      },
    )
  return (
    <DeleteQuestion name={room.screen.conversation?.title} onDelete={remove} onClose={onClose}>
      <p>
        {pluralize(messages, 'message')} and {pluralize(room.checkpoints.length, 'checkpoint')} go for good.
      </p>
    </DeleteQuestion>
  )
}
