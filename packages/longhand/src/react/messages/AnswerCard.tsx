import type { ReactNode } from 'react'
import { countWords, type StreamingAnswer } from '../../client/screen/answer.ts'
import { answerBlocks, type Block, continuedBlocks, messageBlocks } from '../../client/screen/blocks.ts'
import type { Card } from '../../client/screen/rows.ts'
import { formatElapsed, pluralize } from '../../client/text/format.ts'
import { modelName, waitLabel } from '../../client/text/texts.ts'
import { useNow } from '../hooks/use-now.ts'
import * as words from '../words/messages.ts'
import { MessageBody } from './MessageBody.tsx'

type Props = {
  readonly answer: StreamingAnswer
  readonly model: string
  readonly number: number
  /** What it goes on with, in the same place. */
  readonly continued: Card | null
}

/** The answer while it is streamed. Screen readers announce its end, not every word. */
export function AnswerCard({ answer, model, number, continued }: Props): ReactNode {
  const now = useNow()
  const first = continued?.entries[0]?.number
  return (
    <article className="card model shown none" aria-label={words.isWriting(model)} aria-live="off" tabIndex={-1}>
      <div className="card-margin">
        <span className="card-who">{modelName(model)}</span>
        <span className="card-number">{first === undefined ? number : `${first}–${number}`}</span>
      </div>
      <div className="card-body">
        <MessageBody blocks={blocksOf(answer, continued)} by="model" writing />
        <p className="pace figure">{pace(answer, now)}</p>
      </div>
    </article>
  )
}

/** An answer that was cut off goes on in mid-sentence; one that had ended, in a new paragraph. */
function blocksOf({ parts }: StreamingAnswer, continued: Card | null): readonly Block[] {
  const before = continued === null ? [] : messageBlocks(continued.entries)
  const wasCutOff = continued?.entries.at(-1)?.ending !== undefined
  return wasCutOff ? continuedBlocks(before, answerBlocks(parts)) : [...before, ...answerBlocks(parts)]
}

function pace(answer: StreamingAnswer, now: number): string {
  // Beside the time until the next try, the time since the first would be one too many.
  if (answer.wait !== null) return waitLabel(answer.wait, now)
  const state = answer.parts.length === 0 ? words.reading : words.writing(pluralize(countWords(answer), 'word'))
  return `${state} · ${formatElapsed(now - answer.startedAt)}`
}
