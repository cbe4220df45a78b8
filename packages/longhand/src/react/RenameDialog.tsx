import { type ReactNode, useState } from 'react'
import { Dialog } from './Dialog.tsx'

type Props = {
  readonly name: string
  readonly onRename: (name: string) => Promise<unknown>
  readonly onClose: () => void
}

/** A new name for a conversation or a checkpoint. */
export function RenameDialog({ name, onRename, onClose }: Props): ReactNode {
  const [draft, setDraft] = useState(name)
  return (
    <Dialog title="Rename" onClose={onClose}>
      <form
        onSubmit={event => {
          event.preventDefault()
          onClose()
          void onRename(draft.trim())
        }}
      >
        <input
          className="field named"
          aria-label="Name"
          value={draft}
          onChange={event => setDraft(event.target.value)}
        />
        <div className="acts">
          <button type="button" className="btn quiet" onClick={onClose}>
            Cancel
          </button>
          <button type="submit" className="btn primary" disabled={draft.trim() === '' || draft.trim() === name}>
            Rename
          </button>
        </div>
      </form>
    </Dialog>
  )
}
