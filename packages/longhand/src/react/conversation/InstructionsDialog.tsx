import { type ReactNode, useState } from 'react'
import { texts } from '../../client/text/texts.ts'
import { Button } from '../controls/Button.tsx'
import { Dialog } from '../controls/Dialog.tsx'
import * as words from '../words/conversation.ts'
import * as everywhere from '../words/everywhere.ts'
import '../compaction/PreviewDialog.css'
import './InstructionsDialog.css'

/** What a person wants of the model; no temperature where it cannot be chosen. */
export type InstructionsDraft = { readonly instructions: string | null; readonly temperature?: number | null }

type Props = {
  readonly title: string
  readonly hint: string
  readonly given: InstructionsDraft
  readonly onSave: (draft: InstructionsDraft) => void
  readonly onClose: () => void
}

/** Edits the instructions of a conversation or a project. */
export function InstructionsDialog({ title, hint, given, onSave, onClose }: Props): ReactNode {
  const [text, setText] = useState(given.instructions ?? '')
  const [temperature, setTemperature] = useState(given.temperature?.toString() ?? '')
  const chosen = parseTemperature(temperature)
  const save = () => {
    onClose()
    const instructions = text.trim() === '' ? null : text.trim()
    onSave(given.temperature === undefined ? { instructions } : { instructions, temperature: chosen ?? null })
  }
  return (
    <Dialog title={title} onClose={onClose}>
      <p>{hint}</p>
      <textarea
        className="instructions"
        aria-label={words.instructions}
        dir="auto"
        maxLength={20_000}
        value={text}
        onChange={event => setText(event.target.value)}
      />
      {given.temperature !== undefined && (
        <label className="temperature">
          <span>
            {words.temperature}
            <small>{texts.temperatureHint}</small>
          </span>
          <input
            className="field number"
            type="number"
            min={0}
            max={2}
            step={0.1}
            placeholder={words.defaultLabel}
            value={temperature}
            aria-invalid={chosen === undefined}
            onChange={event => setTemperature(event.target.value)}
          />
        </label>
      )}
      <div className="actions">
        <Button className="quiet" label={everywhere.cancel} onClick={onClose} />
        <Button className="primary" label={everywhere.save} disabled={chosen === undefined} onClick={save} />
      </div>
    </Dialog>
  )
}

/** Null for the model's own; undefined for what is no temperature. */
function parseTemperature(text: string): number | null | undefined {
  if (text.trim() === '') return null
  const value = Number(text)
  return value >= 0 && value <= 2 ? value : undefined
}
