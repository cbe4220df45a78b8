import type { DisplayEntry, EntriesResponse } from '../api/contract.ts'

/** The entries after the newest page was loaded again. Older ones stay if it is the same branch. */
export function mergeNewestPage({ entries, more }: EntriesResponse, page: EntriesResponse): EntriesResponse {
  const first = page.entries[0]
  // Branches that share an entry share everything before it.
  const at = entries.findIndex(({ id }) => id === first?.id)
  return at < 1 ? page : { entries: [...entries.slice(0, at), ...page.entries], more }
}

/** The entries with an older page above them. A page that does not connect is of another branch and is ignored. */
export function prependPage({ entries, more }: EntriesResponse, page: EntriesResponse): EntriesResponse {
  const first = entries[0]
  const last = page.entries.at(-1)
  if (first === undefined) return page
  if (last === undefined) return { entries, more: page.more }
  return last.depth + 1 === first.depth
    ? { entries: [...page.entries, ...entries], more: page.more }
    : { entries, more }
}

/** The entries with one that was just stored. One in the place of another starts a fork: what came after it is dropped. */
export function insertEntry(entries: readonly DisplayEntry[], entry: DisplayEntry): readonly DisplayEntry[] {
  const at = entries.findLastIndex(({ depth }) => depth <= entry.depth)
  const there = entries[at]
  if (there?.id === entry.id) return entries.with(at, entry)
  return [...entries.slice(0, there?.depth === entry.depth ? at : at + 1), entry]
}
