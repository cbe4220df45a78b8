import type { Policy } from './policy.ts'

/** What a compaction cost and what it kept. Plain figures, no text of the conversation. */
export type Receipt = {
  readonly id: string
  readonly trigger: 'threshold' | 'person' | 'limit' | 'overflow' | 'model-change' | 'tool'
  readonly strategy: Policy['strategy']
  /** Who wrote the text. */
  readonly model: string
  /** The rung of the ladder that it took. */
  readonly rung: string
  readonly version: number
  /** Messages given up, and messages of the view that stayed. */
  readonly folded: number
  readonly kept: number
  /** Tokens in the window before and after. */
  readonly before: number
  readonly after: number
  /** Share of the tokens saved, 0 to 1. */
  readonly reduction: number
  readonly durationMs: number
  /** Share of the facts that survived, 0 to 1. */
  readonly retention: number
  readonly retentionByKind: Readonly<Record<string, number>>
  /** Money for writing it, and money saved per later call; null when the prices are not known. */
  readonly cost: number | null
  readonly saving: number | null
  readonly gates: readonly { readonly gate: string; readonly outcome: 'passed' | 'repaired' }[]
}
