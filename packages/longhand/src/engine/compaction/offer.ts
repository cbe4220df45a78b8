import type { Scope } from '../engine.ts'
import type { Conversation } from '../ports/store-conversations.ts'
import { type CompactionDraft, draftOf, type JobPlan, planOf } from './job.ts'

/** A summary that was written ahead of need and lies ready. Where people read first, it waits for their word. */
export type Offer = { readonly id: string; readonly plan: JobPlan; readonly draft: CompactionDraft }

/** The one that lies ready; null when there is none, or what it was planned on does not hold any more. */
export async function offerOf(
  { store, conversation }: Scope,
  { head, epoch }: Pick<Conversation, 'head' | 'epoch'>,
): Promise<Offer | null> {
  const [newest] = await store.compactions.list(conversation, { limit: 1 })
  if (newest?.status !== 'ready') return null
  const draft = draftOf(newest)
  if (draft === null) return null
  if (newest.base.compaction !== head.compaction || newest.base.epoch !== epoch) return null
  return {
    id: newest.id,
    plan: planOf(newest),
    draft,
  }
}
