import { checkItems, givenEntries } from './check-items.ts'
import type { CompactionEntry, Entry, EntryDraft, MessageEntry } from './entry.ts'
import { LonghandError } from './errors.ts'
import type { Fold } from './fold.ts'

/** The entries from the root to a head, in order. Message entries that no view needs may be left out (see `shorten`). */
export type Branch = readonly Entry[]

export const messagesOf = (branch: Branch): readonly MessageEntry[] => branch.filter(entry => entry.type === 'message')

/** Turns a draft into the next entry of a branch. */
export function place(branch: Branch, draft: EntryDraft, id: string): Entry {
  const depth = (branch.at(-1)?.depth ?? 0) + 1
  if (draft.type !== 'message') return { ...draft, id, depth }
  const newest = branch.findLast(entry => entry?.type === 'message')
  return { ...draft, id, depth, number: (newest?.number ?? 0) + 1 }
}

/** The branch with one more entry; the given branch stays as it is. */
export function append(branch: Branch, draft: EntryDraft, id: string): Branch {
  // Only what the new entry follows: a long branch is not read at every step, and whoever reads it checks it.
  checkItems(branch, givenEntries, 'last')
  return [...branch, place(branch, draft, id)]
}

/** The compaction whose folds the view at the end of a branch uses. */
export const activeCompaction = (branch: Branch): CompactionEntry | null => compactionHistory(branch).current

/** The active compaction, and those a redo would bring back. Undo steps back to the base, redo forward again. */
export function compactionHistory(branch: Branch): CompactionHistory {
  const known = new Map<string, CompactionEntry>()
  let current: CompactionEntry | null = null
  let undone: CompactionEntry[] = []
  for (const entry of branch) {
    if (entry.type === 'compaction') {
      known.set(entry.id, entry)
      current = entry
      undone = []
    } else if (entry.type === 'undo' && entry.compaction === current?.id) {
      undone.push(current)
      current = baseOf(current, known)
    } else if (entry.type === 'redo' && entry.compaction === undone.at(-1)?.id) {
      current = undone.pop()!
    }
  }
  return { current, undone }
}

export type CompactionHistory = {
  readonly current: CompactionEntry | null
  readonly undone: readonly CompactionEntry[]
}

export const activeFolds = (branch: Branch): readonly Fold[] => activeCompaction(branch)?.folds ?? []

function baseOf(entry: CompactionEntry, known: ReadonlyMap<string, CompactionEntry>): CompactionEntry | null {
  if (entry.base === null) return null
  const base = known.get(entry.base)
  if (base !== undefined) return base
  throw new LonghandError(
    'bad-entry',
    `Compaction ${entry.id} is based on ${entry.base}, which is not on this branch. Load the whole branch to undo it.`,
  )
}
