import { weightOf } from '../core/weight.ts'
import type { StoredEntry } from '../engine/ports/store-entries.ts'

/** Characters per page: few enough to be read in a few milliseconds. */
const pageCharacters = 1_000_000

/** How many entries to read next, by the size of the last page: many short ones, few long ones. */
export function nextPageSize(page: readonly Pick<StoredEntry, 'entry'>[], max: number): number {
  const characters = page.reduce((sum, { entry }) => sum + 100 + weightOf(entry, Number.POSITIVE_INFINITY, 0), 0)
  const fitting = Math.floor((pageCharacters * page.length) / Math.max(1, characters))
  return Math.max(1, Math.min(max, fitting, 8 * page.length))
}

/** Entries of the first page: nothing is known about them yet. */
export const firstPageSize = 2
