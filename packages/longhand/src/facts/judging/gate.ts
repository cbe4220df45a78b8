import type { CountTokens } from '../../core/count.ts'
import type { GateReason } from '../../core/gate-reason.ts'
import type { Weights } from '../choosing/worth.ts'
import type { NumberedMessage } from '../reading/quote.ts'

/** A summariser's answer. */
export type SummaryDraft = {
  readonly text: string
  readonly finish: 'stop' | 'length' | 'refused' | 'failed' | 'other'
}

/** What a draft is checked against. */
export type DraftContext = {
  /** The originals it replaces. */
  readonly messages: readonly NumberedMessage[]
  /** Other texts that it may draw on: the last summary, the person's instructions for this one. */
  readonly knownTexts: readonly string[]
  /** Tokens of the messages it replaces. */
  readonly replacedTokens: number
  /** Names the fence around the text in the view; a draft must not close it. */
  readonly tag: string
  /** Tokens that the prose may take. */
  readonly budget: number
  readonly count: CountTokens
  /** How its lines are ranked when it is too long; the shipped weights by default. */
  readonly weights?: Weights
}

/** What the gates say about a draft. */
export type Verdict =
  | { readonly type: 'passed'; readonly text: string }
  | { readonly type: 'repaired'; readonly text: string; readonly reasons: readonly GateReason[] }
  | { readonly type: 'rejected'; readonly reason: GateReason }
