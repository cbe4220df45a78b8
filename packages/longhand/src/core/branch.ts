import type { CompactionEntry, Draft, Entry, MessageEntry } from './entry.ts'
import { LonghandError } from './errors.ts'
import type { Fold } from './fold.ts'
import { type Span, within } from './span.ts'
import { overlapCounter, spanSearch } from './span-search.ts'

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

export type Standing = { readonly current: CompactionEntry | null; readonly undone: readonly CompactionEntry[] }

export const foldsInForce = (branch: Branch): readonly Fold[] => inForce(branch)?.folds ?? []

/** What people have protected and not released again. */
export function protectedSpans(branch: Branch): readonly Span[] {
  const wishes = branch.filter(entry => entry.type === 'protection')
  const later = overlapCounter(wishes.map(({ span }) => span))
  const spans: Span[] = []
  // The last wish about a message counts, and with it the whole span that it is about.
  for (const { span, wish } of wishes.toReversed()) {
    if (wish === 'protect' && later.overlapping(span) === 0) spans.push(span)
    later.add(span)
  }
  return spans.reverse()
}

/** Tells of messages, by their depth, whether they still stand in the view as themselves. */
export function shownTest(folds: readonly Fold[], shielded: readonly Span[]): (depth: number) => boolean {
  const texts = folds.filter(fold => fold.type !== 'trim')
  if (texts.length === 0) return () => true
  const foldAt = spanSearch(texts.map(({ span }) => span))
  const shieldAt = spanSearch(shielded)
  const kept = new Set(texts.flatMap(fold => fold.kept.filter(depth => within(fold.span, depth))))
  return depth => {
    const here = { from: depth, to: depth }
    // Someone who protects a folded message wants the model to read it from now on, not only after the next compaction.
    return foldAt(here) === null || kept.has(depth) || shieldAt(here) !== null
  }
}

/**
 * The same branch without what its view no longer reads: folded messages and the compactions before the one in force.
 * What is left is bounded by the window, however long the history is. To undo a compaction, start from the whole branch.
 */
export function shorten(branch: Branch): Branch {
  const current = inForce(branch)
  if (current === null) return branch
  const shielded = protectedSpans(branch)
  const isShown = shownTest(current.folds, shielded)
  const standing = new Set(shielded)
  return branch.filter(entry => {
    if (entry.type === 'message') return isShown(entry.depth)
    if (entry.type === 'protection') return entry.wish === 'protect' && standing.has(entry.span)
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
