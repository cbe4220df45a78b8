import type { ReactNode } from 'react'
import { countWords, type StreamingAnswer } from '../../client/screen/answer.ts'
import { answerBlocks } from '../../client/screen/blocks.ts'
import { formatElapsed, pluralize } from '../../client/text/format.ts'
import { modelName, waitLabel } from '../../client/text/texts.ts'
import { useNow } from '../hooks/use-now.ts'
import { MessageBody } from './MessageBody.tsx'

type Props = { readonly answer: StreamingAnswer; readonly model: string; readonly number: number }

/** The answer while it is streamed. Screen readers announce its end, not every word. */
export function AnswerCard({ answer, model, number }: Props): ReactNode {
  const now = useNow()
  return (
    <article className="card model shown none" aria-label={`${model} is writing`} aria-live="off" tabIndex={-1}>
      <div className="card-margin">
        <span className="card-who">{modelName(model)}</span>
        <span className="card-number">{number}</span>
      </div>
      <div className="card-body">
        <MessageBody blocks={answerBlocks(answer.parts)} by="model" writing />
        <p className="pace figure">
          {pace(answer, now)} · {formatElapsed(now - answer.startedAt)}
        </p>
      </div>
    </article>
  )
}

function pace(answer: StreamingAnswer, now: number): string {
  if (answer.wait !== null) return waitLabel(answer.wait, now)
  return answer.parts.length === 0 ? 'Reading' : `Writing · ${pluralize(countWords(answer), 'word')}`
}
