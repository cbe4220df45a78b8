// What server, web app and terminal exchange about compactions.
import type { CompactionChange } from '../../core/compaction-change.ts'
import type { RestReason } from '../../core/plan.ts'
import type { Policy } from '../../core/policy.ts'
import type { Receipt } from '../../core/receipt.ts'
import type { KeptRun } from '../../facts/kept-runs.ts'
import type { ConversationState } from './contract.ts'

export type CompactRequest = {
  readonly force?: boolean
  readonly fast?: boolean
  readonly preview?: boolean
  readonly instructions?: string
  readonly strategy?: Policy['strategy']
  readonly upTo?: number
  readonly keep?: readonly number[]
  readonly fold?: readonly number[]
  /** A text to use as the summary, after a preview. */
  readonly text?: string
  /** Write it again, even if a summary is ready. */
  readonly rewrite?: boolean
}

export type CompactResponse =
  | { readonly type: 'started'; readonly id: string }
  | { readonly type: 'completed'; readonly receipt: Receipt }
  | { readonly type: 'rested'; readonly reason: RestReason | 'cooling-down'; readonly sentence: string }
  | {
      readonly type: 'preview'
      readonly folding: readonly number[]
      readonly keeping: readonly number[]
      readonly before: number
      readonly after: number
      /** Share of the facts that would survive, 0 to 1. */
      readonly retention: number
      /** How many facts there are. */
      readonly facts: number
      readonly cost: number | null
      readonly gates: Receipt['gates']
      readonly warnings: Receipt['warnings']
      readonly kept: readonly KeptRun[]
      readonly text: string | null
      /** What the text takes, and how much it may take. */
      readonly tokens: number
      readonly budget: number
    }

/** The conversation after an undo or a redo, and what that was about. */
export type RevertResponse = ConversationState & { readonly change: CompactionChange }
