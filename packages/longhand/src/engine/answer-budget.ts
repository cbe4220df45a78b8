import { cutMessages, lengthOfMessages } from '../core/cut-messages.ts'
import type { Json } from '../core/json.ts'
import type { Message } from '../core/message.ts'

/** How long one step may get, in characters: several times what the largest output limit of any model comes to. */
export const maxStepLength = 2_000_000

/** How much a turn may show in all its steps together: readers who come late get all of it again. */
export const maxTurnLength = 8_000_000

/** What a model that was asked for so many tokens may say: a token never has so many letters on average. */
const lettersPerToken = 16
const minStepLength = 32_000

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
  // What tools answer is not the model's doing, and bounded by the step alone.
  const maxOf = ({ role }: Message) => (role === 'tool' ? maxStepLength : maxSaid)
  return {
    startStep(maxOutput) {
      const wanted = maxOutput === null ? maxStepLength : maxOutput * lettersPerToken
      maxSaid = Math.min(maxStepLength, Math.max(minStepLength, wanted))
      said = 0
      step = 0
    },
    take(chunk) {
      const { type } = (chunk ?? {}) as { readonly type?: Json }
      const kind = typeof type === 'string' ? type : ''
      // A chunk costs more than its characters, so that neither countless empty ones nor countless parts are free.
      const length = lettersIn(chunk) + (kind.endsWith('-delta') ? 16 : 400)
      if (!kind.startsWith('tool-output')) said += length
      step += length
      turn += length
      return said <= maxSaid && step <= maxStepLength && turn <= maxTurnLength
    },
    cut: messages => messages.flatMap(message => cutMessages([message], maxOf(message))),
    fits: messages => messages.every(message => lengthOfMessages([message]) <= maxOf(message)),
  }
}

function lettersIn(value: Json): number {
  if (typeof value === 'string') return value.length
  if (typeof value !== 'object' || value === null) return 8
  return Object.entries(value).reduce((sum, [name, inside]) => sum + name.length + lettersIn(inside), 0)
}
