import type { PlannedFold } from './fold.ts'
import { spanSearch } from './span-search.ts'

/** Whether a message, by its depth, leaves the view once these planned folds are written. */
export function isHiddenBy(planned: readonly PlannedFold[]): (depth: number) => boolean {
  const plannedAt = spanSearch(planned.map(({ span, kept }) => ({ ...span, kept: new Set(kept) })))
  return depth => plannedAt({ from: depth, to: depth })?.kept.has(depth) === false
}
