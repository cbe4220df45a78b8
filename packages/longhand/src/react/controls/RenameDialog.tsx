import { type ReactNode, useState } from 'react'
import { maxNameLength } from '../../client/api/max-name-length.ts'
import * as everywhere from '../words/everywhere.ts'
import { Button } from './Button.tsx'
import { Dialog } from './Dialog.tsx'

type Props = {
  readonly title?: string
  readonly button?: string
  readonly name: string
  readonly onRename: (name: string) => Promise<unknown>
  readonly onClose: () => void
}

/** Renames a conversation, a checkpoint or a project. */
export function RenameDialog({
  title = everywhere.rename,
  button = everywhere.rename,
  name,
  onRename,
  onClose,
}: Props): ReactNode {
  const [draft, setDraft] = useState(name)
  return (
    <Dialog title={title} onClose={onClose}>
      <form
        onSubmit={event => {
          event.preventDefault()
          onClose()
          void onRename(draft.trim())
        }}
      >
        <input
          className="field named"
          aria-label={everywhere.name}
          maxLength={maxNameLength}
          value={draft}
          onChange={event => setDraft(event.target.value)}
        />
        <div className="actions">
          <Button className="quiet" label={everywhere.cancel} onClick={onClose} />
          <button type="submit" className="btn primary" disabled={draft.trim() === '' || draft.trim() === name}>
            {button}
          </button>
        </div>
      </form>
    </Dialog>
  )
}
