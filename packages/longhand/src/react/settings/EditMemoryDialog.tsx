import { type ReactNode, useState } from 'react'
import type { MemoryRow } from '../../client/api/contract.ts'
import { Button } from '../controls/Button.tsx'
import { Dialog } from '../controls/Dialog.tsx'
import * as everywhere from '../words/everywhere.ts'
import * as words from '../words/settings.ts'
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
    <Dialog title={words.memoryOf(title)} wide onClose={onClose}>
      <p>{words.editMemoryHint}</p>
      <textarea aria-label={words.memory} value={draft} onChange={event => setDraft(event.target.value)} />
      <div className="actions">
        <Button className="quiet" label={everywhere.cancel} onClick={onClose} />
        <Button
          className="primary"
          disabled={draft.trim() === '' || draft === text}
          label={everywhere.save}
          onClick={() => onSave(draft)}
        />
      </div>
    </Dialog>
  )
}
