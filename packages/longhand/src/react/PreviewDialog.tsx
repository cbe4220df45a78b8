import { type ReactNode, useCallback, useEffect, useState } from 'react'
import type { CompactAnswer, CompactRequest } from '../client/contract.ts'
import { grouped, paragraphs, percent, price } from '../client/figures.ts'
import { ChooseMessages } from './ChooseMessages.tsx'
import { Dialog } from './Dialog.tsx'
import { Icon } from './Icon.tsx'
import { useLonghand } from './longhand-context.tsx'
import { useLoaded } from './use-loaded.ts'
import type { Room } from './use-room.ts'
import './PreviewDialog.css'

type Props = { readonly room: Room; readonly request: CompactRequest; readonly onClose: () => void }
type Preview = Extract<CompactAnswer, { type: 'preview' }>

/** A dry run: what would fold, what stays, and the summary to read and edit before it counts. */
export function PreviewDialog({ room, request, onClose }: Props): ReactNode {
  const { api } = useLonghand()
  const [choice, setChoice] = useState<CompactRequest>(request)
  const load = useCallback(() => api.compact(room.id, { ...choice, preview: true }), [api, room.id, choice])
  const [answer, again] = useLoaded(load)
  const [text, setText] = useState<string | null>(null)
  const preview = answer.state === 'there' && answer.value.type === 'preview' ? answer.value : null
  useEffect(() => setText(preview?.text ?? null), [preview])
  const condense = () => {
    onClose()
    const edited = text !== null && text !== preview?.text
    void room.desk.compact({ ...choice, force: true, ...(edited && { text }) })
  }
  return (
    <Dialog
      title="Preview: nothing has changed yet"
      wide
      onClose={onClose}
      aside={<span className="tag">dry run</span>}
    >
      {preview === null ? (
        <p aria-live="polite">
          {answer.state === 'failed'
            ? answer.sentence
            : answer.state === 'there'
              ? sentenceOf(answer.value)
              : 'Looking at what would fold…'}
        </p>
      ) : (
        <div className="preview">
          <div>
            <Figures preview={preview} />
            <ChooseMessages room={room} preview={preview} onChoose={keep => setChoice({ ...request, keep })} />
          </div>
          <div>
            <h3>
              <label htmlFor="summary-text">Summary, yours to edit</label>
            </h3>
            <textarea
              id="summary-text"
              value={text ?? ''}
              placeholder="The summary is written when it is condensed."
              onChange={event => setText(event.target.value)}
            />
          </div>
        </div>
      )}
      <div className="acts">
        <button type="button" className="btn quiet" onClick={onClose}>
          Cancel
        </button>
        <button type="button" className="btn" onClick={again} disabled={preview === null}>
          Write it again
        </button>
        <button type="button" className="btn primary" onClick={condense} disabled={preview === null}>
          <Icon name="fold" small /> Condense with this summary
        </button>
      </div>
    </Dialog>
  )
}

const sentenceOf = (answer: CompactAnswer): string =>
  'sentence' in answer ? answer.sentence : 'It is being condensed already.'

function Figures({ preview }: { readonly preview: Preview }): ReactNode {
  const { before, after, folding, keeping, retention, cost } = preview
  return (
    <>
      <h3>What would happen</h3>
      <dl className="leaders">
        <Line name="Tokens now" figure={grouped(before)} />
        <Line name="After" figure={grouped(after)} good />
        <Line name="Saved" figure={before === 0 ? '–' : percent(1 - after / before)} good />
        <Line name="Messages folded" figure={grouped(folding.length)} />
        <Line name="Kept word for word" figure={grouped(keeping.length)} />
        <Line name="Retention" figure={percent(retention)} good />
        <Line name="Cost" figure={price(cost)} />
      </dl>
      <h3>Stays as it is</h3>
      <p className="stays">{keeping.length === 0 ? 'Nothing.' : paragraphs(keeping)}</p>
    </>
  )
}

function Line({
  name,
  figure,
  good,
}: {
  readonly name: string
  readonly figure: string
  readonly good?: true
}): ReactNode {
  return (
    <div>
      <dt>{name}</dt>
      <dd className={good ? 'good' : undefined}>{figure}</dd>
    </div>
  )
}
