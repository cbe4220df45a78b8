import type { CompactionEntry, EntryDraft } from '../../core/entry.ts'
import type { Json } from '../../core/json.ts'
import type { Plan } from '../../core/plan.ts'
import type { Choice, PlanRequest } from '../../core/plan-request.ts'
import type { Policy } from '../../core/policy.ts'
import type { Receipt } from '../../core/receipt.ts'
import type { Span } from '../../core/span.ts'
import type { Usage } from '../ports/chat-model.ts'
import type { CompactionJob } from '../ports/store-compactions.ts'
import type { Conversation } from '../ports/store-conversations.ts'
import type { SelectedSlice } from './selected-slice.ts'

/** Why a compaction is wanted, and how it is to be made. */
export type CompactionOptions = {
  readonly by: PlanRequest['by']
  readonly trigger: Receipt['trigger']
  /** `at-once`: nobody can wait for a model; the originals' own words must do. */
  readonly pace?: 'usual' | 'fast' | 'at-once'
  readonly instructions?: string
  readonly choice?: Choice
  readonly recent?: 'fewer'
  readonly strategy?: Policy['strategy']
  /** Written ahead of need: it waits for the threshold instead of counting at once. */
  readonly when?: 'now' | 'at-threshold'
  /** A person's own text, after a preview. */
  readonly text?: string
  /** Written again, whatever lies ready. */
  readonly rewrite?: true
  /** `none`: whoever brings their own summariser wants to hear when its text is no good, not to get another one. */
  readonly fallback?: 'none'
}

export type JobPlan = {
  readonly decision: Extract<Plan, { type: 'fold' }>
  readonly options: CompactionOptions
  /** F3 the originals are not read, since processes have died of that: the text only says where they are. */
  readonly unread?: true
  /** C14 what a preview has written already, and a person has read: it counts as it is. */
  readonly accepted?: CompactionDraft
  /** C20 what a summariser has said before: the text is written around it, or it is read again with what came after it. */
  readonly kept?: { readonly as: 'prose' | 'source'; readonly prose: KeptProse }
  /** H4.37 a client's own key pays for it: whoever takes it over without that key asks no model. */
  readonly keys?: 'client'
}

/** A summariser's own words, without what was added from the originals, and what they tell of. */
export type KeptProse = {
  readonly text: string
  readonly model: string
  readonly method: 'summary' | 'chunks'
  readonly span: Span
  /** The branch that it was read from. */
  readonly line: number
  readonly epoch: number
  /** Tokens of the whole conversation when it was asked for. */
  readonly whole: number
  /** What it took, while that is on no receipt. */
  readonly calls: number
  readonly usage: readonly Usage[]
}

/** A summary that was asked for and came too late for its own fold, or is still being written. */
export type LateProse = {
  /** The compaction that it was asked for. */
  readonly id: string
  /** Tokens of the whole conversation when it was asked for. */
  readonly whole: number
  /** Null while it is being written. */
  readonly prose: KeptProse | null
}

/** As it is stored with the job. `keeping`: how many messages after the last fold stay as they are. */
export type StoredPlan = JobPlan & { readonly keeping: number }

/** A written compaction that does not count yet. It is stored, so that a crash does not make anyone pay twice. */
export type CompactionDraft = {
  readonly entry: EntryDraft<CompactionEntry>
  readonly receipt: Receipt
  readonly prose?: KeptProse
}

/** A draft that a preview has shown, and what it was planned on. */
export type PreviewedDraft = {
  readonly plan: JobPlan
  readonly draft: CompactionDraft
  readonly on: Pick<Conversation, 'head' | 'epoch'>
}

/** How a compaction ended. Only `completed` changes what the model reads. */
export type Outcome =
  | { readonly type: 'completed'; readonly receipt: Receipt }
  | { readonly type: 'prepared' }
  | {
      readonly type: 'gained-nothing' | 'failed'
      readonly sentence: string
      readonly reason: string
      /** What was thrown, if it is known here. */
      readonly cause?: unknown
    }
  | { readonly type: 'cancelled' }

/** A job that this process has taken, with what the store keeps of it as JSON (`parseJob`). */
export type ClaimedJob = Omit<CompactionJob, 'plan' | 'draft'> & {
  readonly plan: StoredPlan
  readonly draft: CompactionDraft | null
  /** What a process before this one has chosen for a text that it did not finish. */
  readonly slices: readonly SelectedSlice[]
}

/** How a compaction was asked for; nothing when its plan does not say: records come in from elsewhere too. */
export function optionsOf({ plan }: Pick<CompactionJob, 'plan'>): Partial<CompactionOptions> {
  const { options } = (plan ?? {}) as Partial<Record<keyof StoredPlan, Json>>
  return (options ?? {}) as Partial<CompactionOptions>
}
