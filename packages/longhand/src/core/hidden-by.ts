import type { Blank } from './fold.ts'
import { spanSearch } from './span-search.ts'

/** Tells of messages, by their depth, whether they are no longer in the view once these blanks are written. */
export function hiddenBy(blanks: readonly Blank[]): (depth: number) => boolean {
  const blankAt = spanSearch(blanks.map(({ span, kept }) => ({ ...span, kept: new Set(kept) })))
  return depth => blankAt({ from: depth, to: depth })?.kept.has(depth) === false
}
