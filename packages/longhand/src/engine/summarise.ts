import type { Message } from '../core/message.ts'

/** The port to whatever writes summaries. What it answers is never trusted: it is measured. */
export type Summariser = {
  /** Names the model in receipts. */
  readonly model: string
  /** The most that a request and its answer may take together, in tokens by our tokenizer. */
  readonly window: number
  readonly summarise: Summarise
}

/** Writes a text. Throws a `LonghandError` when the world fails: `summariser-failed`, `timed-out`, `cancelled`, `rate-limited`. */
export type Summarise = (request: SummaryRequest) => Promise<SummaryAnswer>

export type SummaryRequest = {
  /** `part`: notes on one stretch of a span that is too long for one request. `merge`: one summary out of such notes. */
  readonly form: 'summary' | 'digest' | 'part' | 'merge'
  /** What is to be summarised, between two marks that hold `fence`, a word that nobody could know before. */
  readonly transcript: string
  readonly fence: string
  /** The summary in force, which the new one replaces; null when the originals are all there. */
  readonly previous: string | null
  /** What the person asked for, in their own words. */
  readonly instructions: string | null
  /** Why the answer before this one was turned down. */
  readonly complaint: string | null
  readonly tag: string
  readonly maxTokens: number
  /** The view as the chat's model reads it, for a request that shares the chat's warm cache; null for a cold request. */
  readonly view: readonly Message[] | null
  readonly signal: AbortSignal
}

export type SummaryAnswer = {
  readonly text: string
  readonly finish: 'stop' | 'length' | 'refused' | 'failed' | 'other'
  readonly usage: SummaryUsage | null
}

/** As the provider reported it. `input` includes what was read from and written to its cache. */
export type SummaryUsage = {
  readonly input: number
  readonly cacheRead: number
  readonly cacheWrite: number
  readonly output: number
}
