import type { Message } from '../../core/message.ts'
import type { ProviderFailure, Usage } from './chat-model.ts'

/** The port to whatever writes summaries. What it answers is never trusted: it is measured. */
export type Summariser = {
  /** Names the model in receipts. */
  readonly model: string
  /** The most that a request and its answer may take together, in tokens by our tokenizer. */
  readonly window: number
  readonly summarise: Summarise
  /** It only chooses from the originals, so their own words are no less than its text. */
  readonly quotes?: true
}

/** Makes one request. A failure of the provider is an answer too; the caller decides whether to retry. */
export type Summarise = (request: SummaryRequest, signal: AbortSignal) => Promise<SummaryAnswer>

export type SummaryRequest = {
  /** `part`: notes on one stretch of a span that is too long for one request. `merge`: one summary out of such notes. */
  readonly form: 'summary' | 'digest' | 'part' | 'merge'
  /** What is to be summarised; every message of it begins with a mark that holds `fence`. */
  readonly transcript: string
  /** A nonce, so that no message can imitate the mark. */
  readonly fence: string
  /** The summary in force, which the new one replaces; null when the originals are all there. */
  readonly previous: string | null
  /** What the person asked for, in their own words. */
  readonly instructions: string | null
  /** What was wrong with the answer before this one. */
  readonly complaint: string | null
  readonly tag: string
  readonly maxTokens: number
  /** The view as the chat's model reads it, for a request that shares the chat's warm cache; null for a cold one. */
  readonly view: readonly Message[] | null
}

export type SummaryAnswer =
  | {
      readonly type: 'answered'
      readonly text: string
      readonly finish: 'stop' | 'length' | 'refused' | 'other'
      /** As the provider reported it. */
      readonly usage: Usage | null
    }
  /** `cause`: what was thrown, for whoever runs the program; screens are told the failure. */
  | { readonly type: 'failed'; readonly failure: ProviderFailure; readonly cause?: unknown }
