import { cutMessages, lengthOfMessages } from '../../core/cut-messages.ts'
import type { Json } from '../../core/json.ts'
import type { Message } from '../../core/message.ts'

/** How long one step may get, in characters: several times what the largest output limit of any model comes to. */
export const maxStepLength = 2_000_000

/** How much a turn may show in all its steps together: readers who come late get all of it again. */
export const maxTurnLength = 8_000_000

/** What a model that was asked for so many tokens may say: a token never has so many letters on average. */
const lettersPerToken = 16
const minStepLength = 32_000

/** Pieces are kept one by one: as many as an answer of the largest models has letters in a turn, and parts that begin in a step. */
const maxPieces = 600_000
const maxParts = 10_000

/** What a turn has shown so far, held against what it may show. */
export type AnswerBudget = {
  /** Begins a step of at most so many tokens; null when nobody said. */
  startStep(maxOutput: number | null): void
  /** Counts what is about to be shown; false when it is too much. */
  take(chunk: Json): boolean
  /** The messages of the step, as far as they fit. */
  cut(messages: readonly Message[]): readonly Message[]
  fits(messages: readonly Message[]): boolean
}

export function createAnswerBudget(): AnswerBudget {
  let maxSaid = maxStepLength
  let [said, step, turn] = [0, 0, 0]
  let [pieces, parts] = [0, 0]
  // What tools answer is not the model's doing, and bounded by the step alone.
  const maxOf = ({ role }: Message) => (role === 'tool' ? maxStepLength : maxSaid)
  return {
    startStep(maxOutput) {
      const wanted = maxOutput === null ? maxStepLength : maxOutput * lettersPerToken
      maxSaid = Math.min(maxStepLength, Math.max(minStepLength, wanted))
      said = 0
      step = 0
      parts = 0
    },
    take(chunk) {
      const { type = '', id: _, toolCallId: __, ...content } = chunk as { readonly [name: string]: Json }
      const length = Object.values(content).reduce<number>((sum, value) => sum + lettersIn(value), 0)
      const kind = String(type)
      if (!kind.startsWith('tool-output')) said += length
      if (!kind.endsWith('-delta')) parts++
      step += length
      turn += length
      pieces++
      const fits = said <= maxSaid && step <= maxStepLength && turn <= maxTurnLength
      return fits && pieces <= maxPieces && parts <= maxParts
    },
    cut: messages => messages.flatMap(message => cutMessages([message], maxOf(message))),
    fits: messages => messages.every(message => lengthOfMessages([message]) <= maxOf(message)),
  }
}

function lettersIn(value: Json): number {
  if (typeof value === 'string') return value.length
  if (typeof value !== 'object' || value === null) return 1
  return Object.entries(value).reduce((sum, [name, inside]) => sum + name.length + lettersIn(inside), 0)
}
