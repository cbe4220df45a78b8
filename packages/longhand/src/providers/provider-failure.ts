import type { ProviderFailure } from '../engine/ports/chat-model.ts'
import { redact } from '../facts/redact.ts'
import { redirected, tooLarge } from './bounded-fetch.ts'
import { type Evidence, gather } from './evidence.ts'
import { type Overflow, readOverflow } from './overflow-wordings.ts'

/** Why a provider did not answer, from whatever its package threw. No sentence of it quotes a key. */
export function providerFailureOf(error: unknown): ProviderFailure {
  const evidence = gather(error)
  if (isCancelled(evidence)) return { type: 'cancelled', sentence: 'The request was cancelled.' }
  const overflow = overflowOf(evidence)
  if (overflow !== null) return { type: 'overflow', ...overflow }
  if (named(evidence, endlessAnswer)) return { type: 'other', sentence: endlessSentence }
  if (named(evidence, redirectedAnswer)) return { type: 'other', sentence: redirectSentence }
  return (
    refusedKey(evidence) ?? limited(evidence) ?? unavailable(evidence) ?? boundThinking(evidence) ?? other(evidence)
  )
}

const endlessAnswer = new RegExp(`^${tooLarge}$`)
const redirectedAnswer = new RegExp(`^${redirected}$`)
const redirectSentence = 'The provider answers with a redirect. Set its base URL to the final address.'
const endlessSentence = 'The provider sent more in one piece than any model writes. Choose another model.'

const has = ({ codes }: Evidence, pattern: RegExp): boolean => codes.some(code => pattern.test(code))
const named = ({ names }: Evidence, pattern: RegExp): boolean => names.some(name => pattern.test(name))

const isCancelled = (evidence: Evidence): boolean => named(evidence, /^(AbortError|ResponseAborted)$/)

/** Codes are trusted before words; limits per minute look like overflows in both, and are told apart by their words. */
function overflowOf(evidence: Evidence): Overflow | null {
  const { status, text } = evidence
  if (status === 429 || has(evidence, /rate_limit|quota|throttl/i)) return null
  const read = readOverflow(text)
  if (read !== null) return read
  const isCode = has(evidence, /^(context_length_exceeded|request_too_large|exceed_context_size_error)$/)
  return isCode || status === 413 ? { used: null, limit: null } : null
}

function refusedKey(evidence: Evidence): ProviderFailure | null {
  const { status, text } = evidence
  const isRefused =
    status === 401 ||
    status === 403 ||
    has(evidence, /^(invalid_api_key|authentication_error|permission_error|API_KEY_INVALID)$/) ||
    named(evidence, /LoadAPIKeyError/) ||
    (status === 400 && /api key/i.test(text))
  if (!isRefused) return null
  return {
    type: 'refused-key',
    sentence: 'The key was refused. Check that it is set, valid and allowed to use this model.',
  }
}

function limited(evidence: Evidence): ProviderFailure | null {
  const { status, text, retryAfterMs } = evidence
  if (has(evidence, /insufficient_quota|billing/) || status === 402 || /credit balance/i.test(text)) {
    return {
      type: 'other',
      sentence: 'The account has no credit left with this provider. Top it up, or choose another model.',
    }
  }
  const when = retryAfterMs === null ? 'Try again in a moment.' : `Try again in ${Math.ceil(retryAfterMs / 1000)} s.`
  if (
    status === 429 ||
    has(evidence, /rate_limit|RESOURCE_EXHAUSTED|throttl/i) ||
    /rate limit|too many requests|tokens per minute/i.test(text)
  ) {
    return { type: 'rate-limited', retryAfterMs, sentence: `The provider’s rate limit is reached. ${when}` }
  }
  if (status === 503 || status === 529 || has(evidence, /overloaded|^UNAVAILABLE$/) || /overloaded/i.test(text)) {
    return { type: 'overloaded', retryAfterMs, sentence: `The provider is overloaded. ${when}` }
  }
  return null
}

function unavailable(evidence: Evidence): ProviderFailure | null {
  const { status, text } = evidence
  const sentence = unavailableSentence(evidence)
  const isAnswer = status !== null && status < 500 && status !== 408
  if (isAnswer) return null
  const isBroken = status !== null || brokenNames.some(name => evidence.names.includes(name)) || brokenWords.test(text)
  return isBroken ? { type: 'unavailable', sentence } : null
}

const brokenNames = [
  'TimeoutError',
  'AI_JSONParseError',
  'AI_TypeValidationError',
  'AI_InvalidResponseDataError',
  'AI_NoOutputGeneratedError',
  'AI_EmptyResponseBodyError',
]

const brokenWords =
  /fetch failed|cannot connect|terminated|socket|network|ECONN|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EPIPE|UND_ERR|timed? ?out|process successful response|invalid JSON response/i

const unavailableSentence = (evidence: Evidence): string =>
  named(evidence, /^TimeoutError$/)
    ? 'The provider took too long to answer. Try again.'
    : 'The provider cannot be reached, or broke off. Try again.'

/** There is no code for it, and its wording is each provider's own. */
function boundThinking(evidence: Evidence): ProviderFailure | null {
  const isBound = evidence.status === 400 && /thinking/i.test(evidence.text)
  return isBound ? { type: 'bound-thinking', sentence: ownWords(evidence) } : null
}

const other = (evidence: Evidence): ProviderFailure => ({ type: 'other', sentence: ownWords(evidence) })

function ownWords({ status, text }: Evidence): string {
  const words = masked(text.split('\n')[0] ?? '').slice(0, 200)
  return `The provider did not answer${status === null ? '' : ` (${status})`}: ${words}`
}

/** Long words with digits in them may be keys. */
const masked = (text: string): string => redact(text).replace(/\S+/g, withoutKeys)

function withoutKeys(word: string): string {
  const lastDigit = word.search(/\d\D*$/)
  return word.replace(/\b[\w.-]{16,}/g, (found, at: number) => (at <= lastDigit ? '…' : found))
}
