import { type Branch, inForce, standing } from './branch.ts'
import type { CompactionEntry, Draft, RedoEntry, UndoEntry } from './entry.ts'
import type { Fold } from './fold.ts'

/** The entry that takes back the compaction in force, or null when there is none. */
export function undo(branch: Branch): Draft<UndoEntry> | null {
  const current = inForce(branch)
  return current === null ? null : { type: 'undo', compaction: current.id }
}

/** The entry that brings back the compaction undone last, or null when a later one has taken its place. */
export function redo(branch: Branch): Draft<RedoEntry> | null {
  const last = standing(branch).undone.at(-1)
  return last === undefined ? null : { type: 'redo', compaction: last.id }
}

/** The entry that puts a person's text in the place of the newest written one; undo brings the old text back. */
export function edit(branch: Branch, text: string, count: number): Draft<CompactionEntry> | null {
  const current = inForce(branch)
  const at = current?.folds.findLastIndex(({ type }) => type !== 'trim') ?? -1
  if (current === null || at < 0) return null
  const folds = current.folds.with(at, { ...current.folds[at]!, text, count } as Fold)
  return { type: 'compaction', version: current.version, base: current.id, edits: current.id, folds }
}
