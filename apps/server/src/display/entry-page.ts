import type { EntriesResponse } from 'longhand/client'
import { type Scope, type StoredEntry, shownEntry } from 'longhand/internal/engine'
import { forksOf } from './forks.ts'
import { receiptsOf } from './receipt.ts'

/** Which stretch of the branch: the newest without a place, before a depth, or around ¶ `around`. */
export type Stretch = {
  readonly before?: number | undefined
  readonly around?: number | undefined
  readonly limit: number
}

/** A page of the branch as people see it: with receipts, and the branches that begin there. */
export async function entryPage({ store, conversation }: Scope, stretch: Stretch): Promise<EntriesResponse> {
  // One more than asked for: whether others stand beside an entry shows at the one before it.
  const page = await store.entries.page(conversation, { ...placeOf(stretch), limit: stretch.limit + 1 })
  const over = page.entries.length > stretch.limit
  const [tips, jobs] = await Promise.all([
    store.branches.list(conversation),
    page.entries.some(isCompaction) ? store.compactions.list(conversation, { limit: 1_000 }) : [],
  ])
  const forks = forksOf(page.entries, tips)
  const receipts = receiptsOf(jobs)
  const entries = page.entries.slice(over ? 1 : 0).map(stored => {
    const fork = forks.get(stored.entry.id)
    // An edited summary is the same compaction in other words.
    const receipt = isCompaction(stored) ? receipts.get(stored.entry.edits ?? stored.entry.id) : undefined
    return { ...shownEntry(stored), ...(fork && { fork }), ...(receipt && { receipt }) }
  })
  return { entries, more: over || page.more }
}

function placeOf({ before, around, limit }: Stretch) {
  if (around !== undefined) return { before: { number: around + Math.ceil(limit / 2) } }
  return before === undefined ? {} : { before: { depth: before } }
}

const isCompaction = (stored: StoredEntry): stored is StoredEntry & { entry: { type: 'compaction' } } =>
  stored.entry.type === 'compaction'
