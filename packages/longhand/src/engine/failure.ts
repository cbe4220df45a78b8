import { type ErrorCode, LonghandError } from '../core/errors.ts'
import { redact } from '../facts/redact.ts'
import type { ProviderFailure } from './ports/chat-model.ts'

/** What a person is told when something failed: a code, and a sentence that says what to do. */
export type Failure = {
  readonly code: ErrorCode
  readonly sentence: string
  readonly retryAfterMs?: number
  readonly details?: Readonly<Record<string, string | number>>
}

export function failureOf(error: unknown): Failure {
  if (error instanceof LonghandError)
    return { code: error.code, sentence: redact(error.message), details: withoutSecrets(error.details) }
  return { code: 'internal', sentence: 'Something went wrong on our side. Nothing was lost. Try again.' }
}

/** What someone gave us by mistake is not read back to them, nor to whoever looks over their shoulder. */
const withoutSecrets = (details: LonghandError['details']): LonghandError['details'] =>
  Object.fromEntries(
    Object.entries(details).map(([name, value]) => [name, typeof value === 'string' ? redact(value) : value]),
  )

/** Why something failed, in one word for logs: a gate, a provider's refusal, or a code. */
export const reasonOf = (error: unknown): string =>
  error instanceof LonghandError ? String(error.details.reason ?? error.code) : 'internal'

/** `details.reason` says which of a provider's failures it was: screens offer another way for a refused key than for a wait. */
export function failureOfProvider(failure: ProviderFailure): Failure {
  const sentence = 'sentence' in failure ? redact(failure.sentence) : ''
  switch (failure.type) {
    case 'overflow':
      return {
        code: 'does-not-fit',
        sentence:
          'The model says that this is more than it can hold. Condense, or choose a model with a larger window.',
      }
    case 'rate-limited':
    case 'overloaded':
      return {
        code: 'rate-limited',
        sentence,
        ...(failure.retryAfterMs === null ? {} : { retryAfterMs: failure.retryAfterMs }),
      }
    case 'cancelled':
      return { code: 'cancelled', sentence }
    default:
      return { code: 'model-failed', sentence, details: { reason: failure.type } }
  }
}
