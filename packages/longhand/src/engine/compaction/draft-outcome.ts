import type { WarningCode } from '../../core/compaction-warning.ts'
import type { GateReason } from '../../core/gate-reason.ts'
import type { ProviderFailure, Usage } from '../ports/chat-model.ts'

/** What came of asking a summariser, and what it took. */
export type DraftOutcome = Drafted | FailedDraft

type Spent = {
  readonly calls: number
  readonly usage: readonly Usage[]
  /** What there is to warn of when this is all there is. */
  readonly warnings: readonly WarningCode[]
}

export type Drafted = Spent & {
  readonly type: 'drafted'
  readonly text: string
  /** Who wrote it. */
  readonly model: string
  readonly method: 'summary' | 'chunks'
  readonly repaired: readonly GateReason[]
}

type FailedDraft = Spent & {
  readonly type: 'failed'
  readonly reason: DraftFailure
  readonly sentence: string
  /** What a summariser threw. */
  readonly cause?: unknown
}

/** Why there is no draft: the gate that turned it down, what the provider answered, or that nobody could be asked. */
export type DraftFailure = GateReason | ProviderFailure['type'] | 'no-summariser'
