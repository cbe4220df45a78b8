import { type ReactNode, useState } from 'react'
import { Button } from '../controls/Button.tsx'
import { Dialog } from '../controls/Dialog.tsx'
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
    <Dialog title="Edit the summary" wide onClose={onClose}>
      <p>The model reads this in place of the folded messages. They stay as they are; undo brings this text back.</p>
      <textarea aria-label="Summary" value={draft} onChange={event => setDraft(event.target.value)} />
      <div className="actions">
        <Button className="quiet" label="Cancel" onClick={onClose} />
        <Button
          className="primary"
          disabled={draft.trim() === '' || draft === text}
          label="Use this summary"
          onClick={save}
        />
      </div>
    </Dialog>
  )
}
