import { type ReactNode, useState } from 'react'
import { Button } from '../controls/Button.tsx'
import { Dialog } from '../controls/Dialog.tsx'
import * as words from '../words/compaction.ts'
import * as everywhere from '../words/everywhere.ts'
import './PreviewDialog.css'

type Props = {
  readonly text: string
  readonly onSave: (text: string) => Promise<unknown>
  readonly onClose: () => void
}

/** Edits the summary. Undo brings the old one back. */
export function EditSummaryDialog({ text, onSave, onClose }: Props): ReactNode {
  const [draft, setDraft] = useState(text)
  const save = () => {
    onClose()
    void onSave(draft)
  }
  return (
    <Dialog title={words.editTheSummary} wide onClose={onClose}>
      <p>{words.editSummaryHint}</p>
      <textarea aria-label={everywhere.summary} value={draft} onChange={event => setDraft(event.target.value)} />
      <div className="actions">
        <Button className="quiet" label={everywhere.cancel} onClick={onClose} />
        <Button
          className="primary"
          disabled={draft.trim() === '' || draft === text}
          label={words.useThisSummary}
          onClick={save}
        />
      </div>
    </Dialog>
  )
}
