import type { CountTokens } from '../core/count.ts'
import type { Weights } from './choosing/worth.ts'
import type { NumberedMessage } from './reading/quote.ts'

/** What to write about, and how much. */
export type ExtractJob = {
  /** The messages that fold and those that stay in the view beside them, oldest first. */
  readonly messages: readonly NumberedMessage[]
  /** The ¶ of those that stay. */
  readonly staying: ReadonlySet<number>
  /** What a summariser has written. It comes first, unchanged, and is not repeated. */
  readonly prose: string | null
  /** Constraints of the last summary and what people wrote into it, word for word: kept even when no original message states them. */
  readonly carried?: readonly string[]
  /** Tokens for everything but the prose. */
  readonly budget: number
  /** Tokens of it that are used even where fewer hold enough facts; none when left out. */
  readonly minBudget?: number
  /** Tokens beside the budget for what the person typed, word for word; none when left out. */
  readonly typedBudget?: number
  /** What the budget may grow to when `minRetention` is out of reach otherwise. */
  readonly maxBudget?: number
  /** Share of the facts that is enough, from 0 to 1; with 1 the whole budget is used. */
  readonly targetRetention: number
  /** Share of the facts that must be reached, by facts in the place of some lines and by a larger budget. */
  readonly minRetention?: number
  /** Share of the budget that is for lines whatever happens, so that it grows first: a list of names says little to a reader. */
  readonly minLines?: number
  readonly count: CountTokens
  readonly weights?: Weights
}
