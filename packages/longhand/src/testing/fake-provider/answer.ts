import type { Json } from '../../core/json.ts'
import type { Delivery } from './delivery.ts'

/** What the fake does with one request: it answers, or it fails as an HTTP error. */
export type Reply = Answer | FakeFailure

/** What a fake model says, and how its answer ends and travels. */
export type Answer = {
  readonly type: 'answer'
  readonly says: readonly Said[]
  readonly ending: Ending
  /** How the bytes travel; at once when left out. */
  readonly delivery?: Delivery
  /** What to report as input in place of the truth: a provider that truncates silently reports less. */
  readonly reportedShare?: number
  /** An error event after everything was said, in place of the ending. */
  readonly breaks?: FailureKind
}

/** A piece of what a model says, before any wire has given it a form. */
export type Said =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'reasoning'; readonly text: string }
  | { readonly type: 'call'; readonly id: string; readonly name: string; readonly input: Json }

export type Ending = 'stop' | 'length' | 'calls' | 'refusal' | 'filtered'

export type FakeFailure = {
  readonly type: 'failure'
  readonly kind: FailureKind
  /** What the provider says about it; a sentence of its wire when left out. */
  readonly sentence?: string
  /** The whole answer, where a provider behind the wire uses its own form. */
  readonly exact?: { readonly status: number; readonly body: Json }
  readonly retryAfter?: number
}

export type FailureKind =
  | 'bad-request'
  | 'bad-key'
  | 'rate-limited'
  | 'unavailable'
  | 'overloaded'
  | 'overflow'
  | 'too-large'

/** An answer in plain text, or in parts: `() => answer('Yes.')` is a behaviour. */
export const answer = (says: string | readonly Said[], ending: Ending = 'stop'): Answer => ({
  type: 'answer',
  says: typeof says === 'string' ? [{ type: 'text', text: says }] : says,
  ending,
})

export const failure = (kind: FailureKind, more: Partial<FakeFailure> = {}): FakeFailure => ({
  type: 'failure',
  kind,
  ...more,
})

/** All that was said, as the provider would count it. */
export const saidText = (says: readonly Said[]): string =>
  says.map(said => (said.type === 'call' ? said.name + JSON.stringify(said.input) : said.text)).join('')

/** Text in the pieces a model streams it in: words with the space behind them. */
export const pieces = (text: string): readonly string[] => text.match(/\S+\s*|\s+/g) ?? []
