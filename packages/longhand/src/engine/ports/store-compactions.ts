import type { CompactionEntry, EntryDraft } from '../../core/entry.ts'
import type { Json } from '../../core/json.ts'
import type { Span } from '../../core/span.ts'
import type { Place } from './store-conversations.ts'
import type { Appended } from './store-entries.ts'
import type { Beat, Fence, Lease } from './store-turns.ts'

/** A compaction as job and as record. Its id becomes the id of the entry that makes it count. */
export type CompactionJob = {
  readonly id: string
  readonly conversation: string
  /** `ready`: written ahead of need; it waits for someone to claim it and make it count. It is live like the other two. */
  readonly status: 'pending' | 'running' | 'ready' | CompactionEnd
  /** What it was planned on. It commits only while all of this still holds; messages after the span do not matter. */
  readonly base: Base
  /** Everything that the compaction folds, from first to last. */
  readonly span: Span
  /** The engine's plan and why it was made. */
  readonly plan: Json
  /** Whose words it is to be in: a model is asked for them, or those of the originals do. */
  readonly words: 'model' | 'originals'
  readonly attempt: number
  /**
   * Owners that went silent while they worked on it, not while they waited for a model; also of the one it takes the place of,
   * when that was cancelled and to be in the same words.
   */
  readonly deaths: number
  readonly worker: string | null
  /** The finished text, before it counts: whoever takes the job over need not pay for it again. */
  readonly draft: Json | null
  readonly receipt: Json | null
  /** Why it did not count. */
  readonly reason: string | null
  readonly at: number
  readonly endedAt: number | null
}

/** `rejected`: there was nothing to gain. */
export type CompactionEnd = 'done' | 'failed' | 'cancelled' | 'rejected'

export type Base = {
  readonly place: Place
  /** The compaction in force, by entry id. */
  readonly compaction: string | null
  readonly epoch: number
}

export interface Compactions {
  request(conversation: string, compaction: NewCompaction): Promise<RequestResult>
  /** Takes a pending, ready or silent job of this conversation; null when there is none to take. */
  claim(conversation: string, lease: Lease): Promise<CompactionJob | null>
  /** Renews the lease. Whoever goes silent while it is `waiting` for a model has not died of it. */
  beat(fence: Fence, lease: Lease, now?: 'working' | 'waiting'): Promise<Beat>
  /** Keeps the finished text; false when the fence has fallen. */
  draft(fence: Fence, draft: Json): Promise<boolean>
  /**
   * Keeps the finished text and lets go of the job, which waits as `ready` (C5: prepared at 70%, swapped in at 80%).
   * Chores leave a ready job alone. False when the fence has fallen.
   */
  park(fence: Fence, draft: Json): Promise<boolean>
  /** Lets go of a job that is not done, for the next one to claim at once: nobody has died. False when the fence has fallen. */
  release(fence: Fence): Promise<boolean>
  /** Makes the compaction count: entry, pointer, receipt and notice in one commit. */
  finish(fence: Fence, entry: EntryDraft<CompactionEntry>, receipt: Json): Promise<FinishResult>
  /** Ends it without effect on the view; false when the fence has fallen. */
  end(fence: Fence, end: Exclude<CompactionEnd, 'done'>, reason: string): Promise<boolean>
  /** A person's action: whoever runs it loses the fence. False when none is live. */
  cancel(conversation: string): Promise<boolean>
  get(conversation: string, id: string): Promise<CompactionJob>
  /** Newest first, with receipts. */
  list(conversation: string, options?: { readonly limit?: number }): Promise<readonly CompactionJob[]>
}

export type NewCompaction = {
  readonly id: string
  readonly base: Base
  readonly span: Span
  readonly plan: Json
  /** A model's when left out. */
  readonly words?: CompactionJob['words']
  /** Refuse when the last one counted less than this long ago. */
  readonly cooldownMs?: number
}

export type RequestResult =
  | { readonly type: 'requested'; readonly job: CompactionJob }
  /** One is live already. */
  | { readonly type: 'live'; readonly job: CompactionJob }
  | { readonly type: 'cooling-down'; readonly waitMs: number }
  /** What it was planned on does not hold any more: plan again. */
  | { readonly type: 'stale' }

export type FinishResult =
  | { readonly type: 'done'; readonly job: CompactionJob; readonly appended: Appended }
  /** What it was planned on does not hold any more. The job is cancelled, the view unchanged. */
  | { readonly type: 'stale' }
  /** Someone else has the job, or it was cancelled. Nothing was written. */
  | { readonly type: 'lost' }
