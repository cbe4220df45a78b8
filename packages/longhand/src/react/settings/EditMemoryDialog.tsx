import { type ReactNode, useState } from 'react'
import type { MemoryRow } from '../../client/api/contract.ts'
import { Button } from '../controls/Button.tsx'
import { Dialog } from '../controls/Dialog.tsx'
import '../compaction/PreviewDialog.css'

type Props = {
  readonly memory: MemoryRow
  readonly onSave: (text: string) => void
  readonly onClose: () => void
}

/** Edits a memory: the person's words take the place of the summary. */
export function EditMemoryDialog({ memory: { title, text }, onSave, onClose }: Props): ReactNode {
  const [draft, setDraft] = useState(text)
  return (
    <Dialog title={`Memory of “${title}”`} wide onClose={onClose}>
      <p>
        Other conversations find this. It stays until the conversation is condensed again; its own summary is as it was.
      </p>
      <textarea aria-label="Memory" value={draft} onChange={event => setDraft(event.target.value)} />
      <div className="actions">
        <Button className="quiet" label="Cancel" onClick={onClose} />
        <Button
          className="primary"
          disabled={draft.trim() === '' || draft === text}
          label="Save"
          onClick={() => onSave(draft)}
        />
      </div>
    </Dialog>
  )
}
