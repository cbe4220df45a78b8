import type { Scope } from '../engine.ts'
import type { Conversation } from '../ports/store-conversations.ts'
import type { CompactionDraft, JobPlan } from './job.ts'
import { isDraft, isStoredPlan } from './parse-job.ts'

/** A summary that was written ahead of need and lies ready. Where people read first, it waits for their word. */
export type Offer = { readonly id: string; readonly plan: JobPlan; readonly draft: CompactionDraft }

/** The one that lies ready; null when there is none, or what it was planned on does not hold any more. */
export async function offerOf(
  { store, conversation }: Scope,
  { head, epoch }: Pick<Conversation, 'head' | 'epoch'>,
): Promise<Offer | null> {
  const [newest] = await store.compactions.list(conversation, { limit: 1 })
  if (newest?.status !== 'ready') return null
  const { id, base, plan, draft } = newest
  // What is damaged is no offer; whoever takes it to make it count says so.
  if (!isStoredPlan(plan) || !isDraft(draft)) return null
  return base.compaction === head.compaction && base.epoch === epoch ? { id, plan, draft } : null
}
