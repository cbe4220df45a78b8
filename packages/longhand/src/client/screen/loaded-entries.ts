import type { DisplayEntry, EntriesResponse } from '../api/contract.ts'

/** The newest part of a branch that a screen has read. */
export type LoadedEntries = { readonly entries: readonly DisplayEntry[]; readonly more: boolean }

/** The stretch after its newest page was read again. What was read above the page stays if it is the same branch. */
export function mergeNewestPage({ entries, more }: LoadedEntries, page: EntriesResponse): LoadedEntries {
  const first = page.entries[0]
  // Whoever shares an entry shares all that came before it.
  const at = entries.findIndex(({ id }) => id === first?.id)
  return at < 1 ? page : { entries: [...entries.slice(0, at), ...page.entries], more }
}

/** The stretch with the page above it. A page that does not join comes from another branch and is left out. */
export function prependPage({ entries, more }: LoadedEntries, page: EntriesResponse): LoadedEntries {
  const first = entries[0]
  const last = page.entries.at(-1)
  if (first === undefined) return page
  if (last === undefined) return { entries, more: page.more }
  return last.depth + 1 === first.depth
    ? { entries: [...page.entries, ...entries], more: page.more }
    : { entries, more }
}

/** The entries with one that was stored just now. One in the place of another starts a fork: what came after it goes. */
export function insertEntry(entries: readonly DisplayEntry[], entry: DisplayEntry): readonly DisplayEntry[] {
  const at = entries.findLastIndex(({ depth }) => depth <= entry.depth)
  const there = entries[at]
  if (there?.id === entry.id) return entries.with(at, entry)
  return [...entries.slice(0, there?.depth === entry.depth ? at : at + 1), entry]
}
