import type { ReactNode } from 'react'
import { plural } from '../client/figures.ts'
import { strips } from '../client/strip.ts'
import { DeleteQuestion } from './DeleteQuestion.tsx'
import { useLonghand } from './longhand-context.tsx'
import type { Room } from './use-room.ts'

/** Asks before a conversation goes. */
export function DeleteDialog({ room, onClose }: { readonly room: Room; readonly onClose: () => void }): ReactNode {
  const { api, go } = useLonghand()
  const messages = room.screen.entries.findLast(entry => entry.type === 'message')?.number ?? 0
  const remove = () =>
    api.delete(room.id).then(
      () => go('/'),
      error => {
        onClose()
        room.following.tell(strips.failed(error.message))
      },
    )
  return (
    <DeleteQuestion name={room.screen.conversation?.title} onDelete={remove} onClose={onClose}>
      <p>
        {plural(messages, 'message')} and {plural(room.checkpoints.length, 'checkpoint')} go for good.
      </p>
    </DeleteQuestion>
  )
}
