import { activeCompaction, type Branch, compactionHistory } from './branch.ts'
import { checkItems, givenEntries } from './check-items.ts'
import type { CompactionEntry, EntryDraft, RedoEntry, UndoEntry } from './entry.ts'
import type { Fold } from './fold.ts'

/** The entry that undoes the active compaction, or null when there is none. */
export function undo(branch: Branch): EntryDraft<UndoEntry> | null {
  checkItems(branch, givenEntries)
  const current = activeCompaction(branch)
  return current === null ? null : { type: 'undo', compaction: current.id }
}

/** The entry that redoes the last undone compaction, or null when a later one has replaced it. */
export function redo(branch: Branch): EntryDraft<RedoEntry> | null {
  checkItems(branch, givenEntries)
  const last = compactionHistory(branch).undone.at(-1)
  return last === undefined ? null : { type: 'redo', compaction: last.id }
}

/** The entry that replaces the newest fold's text with a person's; undo brings the old text back. */
export function edit(branch: Branch, text: string, count: number): EntryDraft<CompactionEntry> | null {
  checkItems(branch, givenEntries)
  const current = activeCompaction(branch)
  const at = current?.folds.findLastIndex(({ type }) => type !== 'trim') ?? -1
  if (current === null || at < 0) return null
  const folds = current.folds.with(at, { ...current.folds[at]!, text, count } as Fold)
  return { type: 'compaction', version: current.version, base: current.id, edits: current.id, folds }
}
