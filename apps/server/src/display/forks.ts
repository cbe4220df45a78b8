import type { DisplayEntry } from 'longhand/client'
import type { BranchTip, Place, StoredEntry } from 'longhand/internal/engine'

type Fork = NonNullable<DisplayEntry['fork']>

/** The forks among some entries: for each entry with siblings, the lines that continue from the entry before it. */
export function forksOf(entries: readonly StoredEntry[], tips: readonly BranchTip[]): ReadonlyMap<string, Fork> {
  const found = new Map<string, Fork>()
  entries.forEach(({ entry, line }, at) => {
    const before = entry.depth === 1 ? root : placeOf(entries[at - 1])
    const lines = before === null ? [] : linesFrom(before, tips)
    if (lines.length > 1)
      found.set(entry.id, { index: lines.indexOf(line), of: lines.length, lines: lines.map(String) })
  })
  return found
}

const root: Place = { line: 0, depth: 0 }

const placeOf = (stored: StoredEntry | undefined): Place | null =>
  stored === undefined ? null : { line: stored.line, depth: stored.entry.depth }

/** The lines that continue from a place: its own, and those that fork off there. Oldest first. */
function linesFrom({ line, depth }: Place, tips: readonly BranchTip[]): readonly number[] {
  const goesOn = ({ tip, from }: BranchTip) => (depth === 0 ? from === null : tip.line === line) && tip.depth > depth
  const left = ({ from }: BranchTip) => from?.depth === depth && (depth === 0 || from.line === line)
  return tips
    .filter(one => goesOn(one) || left(one))
    .map(({ tip }) => tip.line)
    .toSorted((a, b) => a - b)
}
