import type { ReactNode } from 'react'
import { plural } from '../client/figures.ts'
import { strips } from '../client/strip.ts'
import { Dialog } from './Dialog.tsx'
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
    <Dialog title={`Delete “${room.screen.conversation?.title}”?`} alert onClose={onClose}>
      <p>
        {plural(messages, 'message')} and {plural(room.checkpoints.length, 'checkpoint')} go for good.
      </p>
      <div className="acts">
        <button type="button" className="btn quiet" onClick={onClose}>
          Cancel
        </button>
        <button type="button" className="btn danger" onClick={remove}>
          Delete
        </button>
      </div>
    </Dialog>
  )
}
