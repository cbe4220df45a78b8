import type { EntriesResponse } from 'longhand/client'
import { type Scope, type StoredEntry, shownEntry } from 'longhand/internal/engine'
import { forksOf } from './forks.ts'
import { receiptsOf } from './receipt.ts'

/** Which entries of the branch: the newest ones, those before a depth, or those around message `around`. */
export type EntryQuery = {
  readonly before?: number | undefined
  readonly around?: number | undefined
  readonly limit: number
}

/** A page of the branch as people see it: with receipts, and the branches that begin there. */
export async function entryPage({ store, conversation }: Scope, query: EntryQuery): Promise<EntriesResponse> {
  // One more than asked for: the siblings of an entry are known from the entry before it.
  const page = await store.entries.page(conversation, { ...placeOf(query), limit: query.limit + 1 })
  const over = page.entries.length > query.limit
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

function placeOf({ before, around, limit }: EntryQuery) {
  if (around !== undefined) return { before: { number: around + Math.ceil(limit / 2) } }
  return before === undefined ? {} : { before: { depth: before } }
}

const isCompaction = (stored: StoredEntry): stored is StoredEntry & { entry: { type: 'compaction' } } =>
  stored.entry.type === 'compaction'
