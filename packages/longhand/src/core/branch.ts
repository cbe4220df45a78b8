import type { CompactionEntry, Draft, Entry, MessageEntry } from './entry.ts'
import { LonghandError } from './errors.ts'
import type { Fold } from './fold.ts'
import { overlaps, type Span, within } from './span.ts'

/** The entries from the root to a head, in order. Message entries that no view needs may be left out (see `shorten`). */
export type Branch = readonly Entry[]

export const messagesOf = (branch: Branch): readonly MessageEntry[] => branch.filter(entry => entry.type === 'message')

/** Gives a draft its place at the end of a branch. */
export function place(branch: Branch, draft: Draft, id: string): Entry {
  const depth = (branch.at(-1)?.depth ?? 0) + 1
  if (draft.type !== 'message') return { ...draft, id, depth }
  const newest = branch.findLast(entry => entry.type === 'message')
  return { ...draft, id, depth, number: (newest?.number ?? 0) + 1 }
}

export const append = (branch: Branch, draft: Draft, id: string): Branch => [...branch, place(branch, draft, id)]

/** The compaction whose folds the view reads at the end of a branch. */
export const inForce = (branch: Branch): CompactionEntry | null => standing(branch).current

/** What is in force and what a redo would bring back. Undo steps back to the base, redo forward again. */
export function standing(branch: Branch): Standing {
  const known = new Map<string, CompactionEntry>()
  let current: CompactionEntry | null = null
  let undone: readonly CompactionEntry[] = []
  for (const entry of branch) {
    if (entry.type === 'compaction') {
      known.set(entry.id, entry)
      current = entry
      undone = []
    } else if (entry.type === 'undo' && entry.compaction === current?.id) {
      undone = [...undone, current]
      current = baseOf(current, known)
    } else if (entry.type === 'redo' && entry.compaction === undone.at(-1)?.id) {
      current = undone.at(-1)!
      undone = undone.slice(0, -1)
    }
  }
  return { current, undone }
}

export type Standing = { readonly current: CompactionEntry | null; readonly undone: readonly CompactionEntry[] }

export const foldsInForce = (branch: Branch): readonly Fold[] => inForce(branch)?.folds ?? []

/** What people have protected and not released again. */
export function protectedSpans(branch: Branch): readonly Span[] {
  let spans: readonly Span[] = []
  for (const entry of branch) {
    if (entry.type !== 'protection') continue
    spans = spans.filter(span => !overlaps(span, entry.span))
    if (entry.wish === 'protect') spans = [...spans, entry.span]
  }
  return spans
}

/** Tells whether a message at a depth still stands in the view as itself. Folds do not overlap, and there may be many. */
export function shownBy(folds: readonly Fold[], shielded: readonly Span[]): (depth: number) => boolean {
  const texts = folds.filter(fold => fold.type !== 'trim').toSorted((a, b) => a.span.from - b.span.from)
  const kept = new Set(texts.flatMap(fold => fold.kept))
  return depth => {
    const fold = texts[firstAfter(texts, depth) - 1]
    if (fold === undefined || !within(fold.span, depth)) return true
    // Someone who protects a folded message wants the model to read it from now on, not only after the next compaction.
    return kept.has(depth) || shielded.some(span => within(span, depth))
  }
}

/** Where the folds that begin after a depth begin, in folds that are in order. */
function firstAfter(folds: readonly Fold[], depth: number): number {
  let from = 0
  let to = folds.length
  while (from < to) {
    const middle = (from + to) >> 1
    if (folds[middle]!.span.from <= depth) from = middle + 1
    else to = middle
  }
  return from
}

/**
 * The same branch without what its view no longer reads: folded messages and the compactions before the one in force.
 * What is left is bounded by the window, however long the history is. To undo a compaction, start from the whole branch.
 */
export function shorten(branch: Branch): Branch {
  const current = inForce(branch)
  if (current === null) return branch
  const shielded = protectedSpans(branch)
  const isShown = shownBy(current.folds, shielded)
  return branch.filter(entry => {
    if (entry.type === 'message') return isShown(entry.depth)
    if (entry.type === 'protection') return entry.wish === 'protect' && shielded.includes(entry.span)
    return entry === current
  })
}

function baseOf(entry: CompactionEntry, known: ReadonlyMap<string, CompactionEntry>): CompactionEntry | null {
  if (entry.base === null) return null
  const base = known.get(entry.base)
  if (base !== undefined) return base
  throw new LonghandError(
    'bad-entry',
    `Compaction ${entry.id} stands on ${entry.base}, which is not on this branch. Load the whole branch to undo it.`,
  )
}
