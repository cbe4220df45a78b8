import type { Branch } from './branch.ts'
import type { CompactionEntry } from './entry.ts'
import { LonghandError } from './errors.ts'
import { contains, covers } from './span.ts'

/** Returns entries that form a valid branch, or throws and names the entry that does not fit. */
export function checkBranch(entries: Branch): Branch {
  const ids = new Set<string>()
  let depth = 0
  let number = 0
  for (const entry of entries) {
    if (entry.depth <= depth) bad(entry.id, `has depth ${entry.depth} after depth ${depth}; depths must increase`)
    if (ids.has(entry.id)) bad(entry.id, 'is on the branch twice')
    if (entry.type === 'message' && entry.number <= number) bad(entry.id, `is ¶ ${entry.number} after ¶ ${number}`)
    if (entry.type === 'compaction') checkFolds(entry)
    ids.add(entry.id)
    depth = entry.depth
    if (entry.type === 'message') number = entry.number
  }
  return entries
}

function checkFolds({ id, depth, folds }: CompactionEntry): void {
  const before = { from: 1, to: depth - 1 }
  let ends = { text: 0, trim: 0 }
  let kept: ReadonlySet<number> = new Set()
  for (const fold of folds.toSorted((a, b) => a.span.from - b.span.from || (a.type === 'trim' ? 1 : -1))) {
    const { span, type } = fold
    if (span.from > span.to || !covers(before, span)) bad(id, `folds ${span.from}–${span.to}, which is not before it`)
    // What a text leaves in its place may be cut as well.
    const isKept = type === 'trim' && span.from === span.to && kept.has(span.from)
    if (span.from <= ends.trim || (span.from <= ends.text && !isKept)) bad(id, 'has two folds for the same messages')
    if (type === 'trim') ends = { ...ends, trim: span.to }
    else {
      if (!fold.kept.every(depth => contains(span, depth))) bad(id, 'keeps messages outside its span')
      ends = { ...ends, text: span.to }
      kept = new Set(fold.kept)
    }
  }
}

function bad(id: string, why: string): never {
  throw new LonghandError('bad-entry', `Entry ${id} ${why}. Load the branch again or leave this entry out.`)
}
