import type { CompactionEntry, Entry, EntryDraft, MessageEntry } from './entry.ts'
import { LonghandError } from './errors.ts'
import type { Fold } from './fold.ts'
import { contains, type Span } from './span.ts'
import { overlapCounter, spanSearch } from './span-search.ts'

/** The entries from the root to a head, in order. Message entries that no view needs may be left out (see `shorten`). */
export type Branch = readonly Entry[]

export const messagesOf = (branch: Branch): readonly MessageEntry[] => branch.filter(entry => entry.type === 'message')

/** Turns a draft into the next entry of a branch. */
export function place(branch: Branch, draft: EntryDraft, id: string): Entry {
  const depth = (branch.at(-1)?.depth ?? 0) + 1
  if (draft.type !== 'message') return { ...draft, id, depth }
  const newest = branch.findLast(entry => entry.type === 'message')
  return { ...draft, id, depth, number: (newest?.number ?? 0) + 1 }
}

/** The branch with one entry more; the branch that was given stays as it is. */
export const append = (branch: Branch, draft: EntryDraft, id: string): Branch => [...branch, place(branch, draft, id)]

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

/** What people have protected and not released since. */
export function protectedSpans(branch: Branch): readonly Span[] {
  const protections = branch.filter(entry => entry.type === 'protection')
  const later = overlapCounter(protections.map(({ span }) => span))
  const spans: Span[] = []
  // The last wish about a message counts, for the whole span it was made for.
  for (const { span, wish } of protections.toReversed()) {
    if (wish === 'protect' && later.overlapping(span) === 0) spans.push(span)
    later.add(span)
  }
  return spans.reverse()
}

/** Whether a message, by its depth, is still shown in the view as itself. */
export function isShownUnder(folds: readonly Fold[], shielded: readonly Span[]): (depth: number) => boolean {
  const texts = folds.filter(fold => fold.type !== 'trim')
  if (texts.length === 0) return () => true
  const foldAt = spanSearch(texts.map(({ span }) => span))
  const shieldAt = spanSearch(shielded)
  const kept = new Set(texts.flatMap(fold => fold.kept.filter(depth => contains(fold.span, depth))))
  return depth => {
    const here = { from: depth, to: depth }
    // Protecting a folded message brings it back at once, not only at the next compaction.
    return foldAt(here) === null || kept.has(depth) || shieldAt(here) !== null
  }
}

/**
 * The same branch without what its view no longer needs: folded messages and the compactions before the active one.
 * What is left is bounded by the window, however long the history is. To undo a compaction, start from the whole branch.
 */
export function shorten(branch: Branch): Branch {
  const current = activeCompaction(branch)
  if (current === null) return branch
  const shielded = protectedSpans(branch)
  const isShown = isShownUnder(current.folds, shielded)
  const active = new Set(shielded)
  return branch.filter(entry => {
    if (entry.type === 'message') return isShown(entry.depth)
    if (entry.type === 'protection') return entry.wish === 'protect' && active.has(entry.span)
    return entry === current
  })
}

function baseOf(entry: CompactionEntry, known: ReadonlyMap<string, CompactionEntry>): CompactionEntry | null {
  if (entry.base === null) return null
  const base = known.get(entry.base)
  if (base !== undefined) return base
  throw new LonghandError(
    'bad-entry',
    `Compaction ${entry.id} is based on ${entry.base}, which is not on this branch. Load the whole branch to undo it.`,
  )
}
