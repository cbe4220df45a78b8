import type { Chunk } from '../api/chunk.ts'

/** An answer while it is written. Parts leave as soon as the entry that holds them is stored and shown. */
export type Answer = {
  readonly startedAt: number
  readonly step: number
  readonly parts: readonly AnswerPart[]
}

export type AnswerPart = Written | AnswerCall

type Written = {
  readonly type: 'text' | 'reasoning'
  readonly id: string
  readonly step: number
  readonly text: string
}

export type AnswerCall = {
  readonly type: 'call'
  readonly id: string
  readonly step: number
  readonly name: string
  readonly input: unknown
  readonly outcome: 'running' | 'ok' | 'error' | 'denied'
  readonly output: unknown
}

export const newAnswer = (startedAt: number): Answer => ({ startedAt, step: 0, parts: [] })

/** The answer after one more chunk of the stream. */
export function writeOn(answer: Answer, chunk: Chunk): Answer {
  switch (chunk.type) {
    case 'start-step':
      return { ...answer, step: answer.step + 1 }
    case 'reset-step':
      return { ...answer, parts: answer.parts.filter(part => part.step !== answer.step) }
    case 'text-delta':
      return written(answer, 'text', chunk)
    case 'reasoning-delta':
      return written(answer, 'reasoning', chunk)
    case 'tool-input-start':
      return called(answer, chunk.toolCallId, { name: chunk.toolName })
    case 'tool-input-available':
      return called(answer, chunk.toolCallId, { name: chunk.toolName, input: chunk.input })
    case 'tool-input-error':
      return called(answer, chunk.toolCallId, {
        name: chunk.toolName,
        input: chunk.input,
        outcome: 'error',
        output: chunk.errorText ?? '',
      })
    case 'tool-output-available':
      return called(answer, chunk.toolCallId, { outcome: 'ok', output: chunk.output })
    case 'tool-output-error':
      return called(answer, chunk.toolCallId, { outcome: 'error', output: chunk.errorText })
    case 'tool-output-denied':
      return called(answer, chunk.toolCallId, { outcome: 'denied' })
    default:
      return answer
  }
}

/** The answer without its earliest step, which is now a stored entry. */
export function stored(answer: Answer): Answer {
  const first = answer.parts[0]?.step
  return first === undefined ? answer : { ...answer, parts: answer.parts.filter(part => part.step !== first) }
}

export const wordsOf = ({ parts }: Answer): number =>
  parts.reduce((sum, part) => sum + (part.type === 'text' ? (part.text.match(/\S+/g)?.length ?? 0) : 0), 0)

function written(answer: Answer, type: Written['type'], { id, delta }: { id: string; delta: string }): Answer {
  const at = answer.parts.findLastIndex(part => part.type === type && part.id === id && part.step === answer.step)
  const part = answer.parts[at]
  if (part?.type !== type) {
    return { ...answer, parts: [...answer.parts, { type, id, step: answer.step, text: delta }] }
  }
  return { ...answer, parts: answer.parts.with(at, { ...part, text: part.text + delta }) }
}

function called(answer: Answer, id: string, news: Partial<AnswerCall>): Answer {
  const at = answer.parts.findLastIndex(part => part.type === 'call' && part.id === id)
  const part = answer.parts[at]
  if (part?.type === 'call') return { ...answer, parts: answer.parts.with(at, { ...part, ...news }) }
  // An outcome whose call went by before this tab was listening belongs to an entry that is already shown.
  if (news.name === undefined) return answer
  const call: AnswerCall = {
    type: 'call',
    id,
    step: answer.step,
    name: news.name,
    input: null,
    outcome: 'running',
    output: null,
    ...news,
  }
  return { ...answer, parts: [...answer.parts, call] }
}
