import type { WarningCode } from './compaction-warning.ts'
import type { GateReason } from './gate-reason.ts'
import type { Policy } from './policy.ts'
import type { Span } from './span.ts'

/** What a compaction cost and what it kept. Plain figures, no text of the conversation. */
export type Receipt = {
  readonly id: string
  readonly trigger: Trigger
  readonly phase: 'turn' | 'background' | 'by-hand'
  readonly strategy: Policy['strategy']
  /** How its text was written. */
  readonly method: WritingMethod
  /** Who wrote the prose; null for an extract of the originals, or a person's text. */
  readonly model: string | null
  readonly version: number
  readonly span: Span
  /** Messages given up, and messages of the view that stayed whole. */
  readonly folded: number
  readonly kept: number
  /** Tokens in the window before and after. */
  readonly before: number
  readonly after: number
  /** Share of the tokens saved, 0 to 1. */
  readonly reduction: number
  /** The ¶ of the newest message by then, and the tokens of all that was said up to it; null on old receipts. */
  readonly number: number | null
  readonly whole: number | null
  readonly durationMs: number
  /** Requests to the summariser. */
  readonly calls: number
  /** How many facts there were. Null on receipts that were written before they were counted. */
  readonly facts: number | null
  /** Share of the facts that survived, of all and of each kind, 0 to 1. */
  readonly retention: number
  readonly retentionByKind: Readonly<Record<string, number>>
  /** Money for writing it, and what it saves until the view has grown back; null when the prices are not known. */
  readonly cost: number | null
  readonly saving: number | null
  readonly gates: readonly GateOutcome[]
  /** Why the compaction fell short (F1); `warningSentence` says what that means and what to do. */
  readonly warnings: readonly WarningCode[]
}

/** Q2 whether there were enough facts for a share of them to mean something. Old receipts do not say. */
export const isRetentionMeasured = ({ facts }: { readonly facts: number | null }): boolean =>
  facts === null || facts >= minFacts

const minFacts = 5

/** The share of the facts that survived; null where there were too few to measure it. */
export const measuredRetention = (receipt: {
  readonly facts: number | null
  readonly retention: number
}): number | null => (isRetentionMeasured(receipt) ? receipt.retention : null)

export type Trigger = 'threshold' | 'cold-cache' | 'person' | 'limit' | 'overflow' | 'model-change' | 'tool'

export type GateOutcome = { readonly gate: GateReason; readonly outcome: 'passed' | 'repaired' }

/**
 * How a text was written, from the best to the last. `summary`, `chunks`: by the summariser, in one request or in
 * several. `extract`: in the originals' own words, without a network. `truncate`: as many of those as there is room for,
 * with a visible mark.
 */
export type WritingMethod = 'summary' | 'chunks' | 'extract' | 'truncate'
