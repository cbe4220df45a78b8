import type { Chunk, ProviderWait } from '../api/chunk.ts'

/** An answer while it is written. Parts are removed as soon as the entry that holds them is stored and shown. */
export type StreamingAnswer = {
  readonly startedAt: number
  readonly step: number
  readonly parts: readonly AnswerPart[]
  /** Why the provider is asked again, and when; null while it answers. */
  readonly wait: ProviderWait | null
  /** What the stream names first: a message that was sent, or the entry that is answered anew or gone on with; null after that. */
  readonly opening: 'message' | 'again' | null
  /** The entry of the answer that it goes on with, in its place. */
  readonly continues: string | null
}

export type AnswerPart = AnswerText | AnswerCall

type AnswerText = {
  readonly type: 'text' | 'reasoning'
  readonly id: string
  readonly step: number
  readonly text: string
}

type AnswerCall = {
  readonly type: 'call'
  readonly id: string
  readonly step: number
  readonly name: string
  readonly input: unknown
  readonly outcome: 'running' | 'ok' | 'error' | 'denied'
  readonly output: unknown
}

export const newAnswer = (startedAt: number, opening: StreamingAnswer['opening'] = 'message'): StreamingAnswer => ({
  startedAt,
  step: 0,
  parts: [],
  wait: null,
  opening,
  continues: null,
})

/** The answer after one more chunk of the stream. */
export function applyChunk(answer: StreamingAnswer, chunk: Chunk): StreamingAnswer {
  switch (chunk.type) {
    case 'start-step':
      return { ...answer, step: answer.step + 1, wait: null }
    case 'data-wait':
      return { ...answer, wait: chunk.data }
    case 'reset-step':
      return { ...answer, parts: answer.parts.filter(part => part.step !== answer.step) }
    case 'text-delta':
      return appendText(answer, 'text', chunk)
    case 'reasoning-delta':
      return appendText(answer, 'reasoning', chunk)
    case 'tool-input-start':
      return updateCall(answer, chunk.toolCallId, { name: chunk.toolName })
    case 'tool-input-available':
      return updateCall(answer, chunk.toolCallId, { name: chunk.toolName, input: chunk.input })
    case 'tool-input-error': {
      const { toolName: name, input, errorText: output = '' } = chunk
      return updateCall(answer, chunk.toolCallId, { name, input, outcome: 'error', output })
    }
    case 'tool-output-available':
      return updateCall(answer, chunk.toolCallId, { outcome: 'ok', output: chunk.output })
    case 'tool-output-error':
      return updateCall(answer, chunk.toolCallId, { outcome: 'error', output: chunk.errorText })
    case 'tool-output-denied':
      return updateCall(answer, chunk.toolCallId, { outcome: 'denied' })
    default:
      return answer
  }
}

/** The answer without its earliest step, which is now a stored entry. */
export function withoutStoredStep(answer: StreamingAnswer): StreamingAnswer {
  const first = answer.parts[0]?.step
  return first === undefined ? answer : { ...answer, parts: answer.parts.filter(part => part.step !== first) }
}

export const countWords = ({ parts }: StreamingAnswer): number =>
  parts.reduce((sum, part) => sum + (part.type === 'text' ? (part.text.match(/\S+/g)?.length ?? 0) : 0), 0)

function appendText(
  answer: StreamingAnswer,
  type: AnswerText['type'],
  { id, delta }: { id: string; delta: string },
): StreamingAnswer {
  const at = answer.parts.findLastIndex(part => part.type === type && part.id === id && part.step === answer.step)
  const part = answer.parts[at]
  if (part?.type !== type) {
    return { ...answer, parts: [...answer.parts, { type, id, step: answer.step, text: delta }] }
  }
  return { ...answer, parts: answer.parts.with(at, { ...part, text: part.text + delta }) }
}

function updateCall(answer: StreamingAnswer, id: string, update: Partial<AnswerCall>): StreamingAnswer {
  const at = answer.parts.findLastIndex(part => part.type === 'call' && part.id === id)
  const part = answer.parts[at]
  if (part?.type === 'call') return { ...answer, parts: answer.parts.with(at, { ...part, ...update }) }
  // An outcome whose call was streamed before this tab connected belongs to an entry that is already shown.
  if (update.name === undefined) return answer
  const call = { ...newCall, id, step: answer.step, name: update.name, ...update }
  return { ...answer, parts: [...answer.parts, call] }
}

const newCall = { type: 'call', input: null, outcome: 'running', output: null } as const
