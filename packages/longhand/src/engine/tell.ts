import type { ErrorCode } from '../core/errors.ts'
import type { Receipt } from '../core/receipt.ts'
import type { Status } from '../core/window.ts'

/** How the engine says what happens, to whoever cares: screens, logs, metrics. Never what was said. */
export type Tell = (event: EngineEvent) => void

export type EngineEvent = { readonly owner: string; readonly conversation: string } & (
  | { readonly type: 'status'; readonly status: Status }
  | ({ readonly type: 'compaction' } & CompactionStep)
  | {
      readonly type: 'turn'
      readonly turn: string
      readonly outcome: 'done' | 'stopped' | 'failed' | 'interrupted'
      readonly ms: number
    }
  | { readonly type: 'checkpoint'; readonly kind: string }
  | { readonly type: 'warning'; readonly code: ErrorCode | 'silent-cut'; readonly sentence: string }
)

/** One compaction, from start to end, under one id. */
export type CompactionStep = {
  readonly id: string
  readonly phase: 'started' | 'completed' | 'skipped' | 'failed' | 'cancelled'
  readonly startedAt: number
  readonly folding: number
  readonly keeping: number
  readonly receipt: Receipt | null
  readonly sentence: string | null
}
