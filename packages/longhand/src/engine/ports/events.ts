import type { ErrorCode } from '../../core/errors.ts'
import type { Receipt } from '../../core/receipt.ts'
import type { WindowStatus } from '../../core/window.ts'
import type { Outcome } from '../compaction/job.ts'
import type { Finish, Usage } from './chat-model.ts'

/** Receives what happens in the engine: for screens, logs and metrics. Never what was said. */
export type OnEvent = (event: EngineEvent) => void

export type EngineEvent = ConversationEvent | BugEvent

/** An exception that nobody expected. Its message may quote what somebody said; its stack does not. */
export type BugEvent = {
  readonly type: 'bug'
  /** Null when it was about no conversation in particular. */
  readonly owner: string | null
  readonly conversation: string | null
  readonly during: 'turn' | 'compaction' | 'recovery'
  readonly error: unknown
}

export type ConversationEvent = { readonly owner: string; readonly conversation: string } & (
  | { readonly type: 'status'; readonly status: WindowStatus }
  /** `keys`: a client's own key has paid for it. `cause`: what was thrown, which no screen, log or span has. */
  | ({ readonly type: 'compaction'; readonly keys?: 'client'; readonly cause?: unknown } & CompactionStep)
  | {
      readonly type: 'turn'
      readonly turn: string
      readonly outcome: 'done' | 'stopped' | 'failed' | 'interrupted'
      readonly ms: number
    }
  | {
      readonly type: 'step'
      readonly turn: string
      readonly model: string
      readonly outcome: Finish | 'stopped' | 'interrupted' | 'failed'
      /** As the provider reported it; null when it did not. */
      readonly usage: Usage | null
      /** Our own count of what was read and said, where the provider has reported nothing. */
      readonly counted?: { readonly input: number; readonly output: number }
      readonly ms: number
      /** What the provider answered instead, in one word; null when it answered. */
      readonly reason: string | null
    }
  /** A summary written ahead of need: nobody sees it, but it cost something. */
  | ({ readonly type: 'preparation'; readonly outcome: Outcome['type']; readonly cause?: unknown } & Pick<
      CompactionStep,
      'id' | 'reason'
    > &
      Partial<Pick<CompactionStep, 'sentence'>>)
  | { readonly type: 'breaker'; readonly state: 'opened' | 'closed' }
  /** By what it was saved for; why it could not be, in one word. */
  | {
      readonly type: 'checkpoint'
      readonly kind: string
      readonly outcome: 'saved' | 'failed'
      readonly reason: string | null
    }
  | {
      readonly type: 'warning'
      readonly code: ErrorCode | 'silent-cut' | 'crash-loop'
      readonly sentence: string
      readonly cause?: unknown
    }
)

/** One compaction, from start to end, under one id. */
export type CompactionStep = {
  readonly id: string
  readonly phase: 'started' | 'completed' | 'skipped' | 'failed' | 'cancelled'
  readonly startedAt: number
  readonly folding: number
  readonly keeping: number
  readonly trigger: Receipt['trigger']
  readonly strategy: Receipt['strategy']
  readonly receipt: Receipt | null
  readonly sentence: string | null
  /** Why it did not count, in one word: a gate, or a code; null while it may. */
  readonly reason: string | null
}
