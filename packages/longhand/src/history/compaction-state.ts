import { activeCompaction } from '../core/branch.ts'
import { checkBranch } from '../core/check-branch.ts'
import type { CompactionEntry, EntryDraft } from '../core/entry.ts'
import { LonghandError } from '../core/errors.ts'
import type { Fold } from '../core/fold.ts'
import type { Snapshot } from '../engine/snapshot.ts'
import type { KnownEntry } from './known-messages.ts'

/** What has been folded of a history: plain JSON, for an app that stores it beside its messages. Spans count messages, from 1. */
export type CompactionState = {
  /** 1 for the first compaction, 2 for one that stands on it, … */
  readonly version: number
  readonly folds: readonly Fold[]
  /** How many messages there were when it was made. */
  readonly messages: number
}

/** The state of a history; null while nothing is folded. */
export function stateOf({ branch }: Snapshot, entries: readonly KnownEntry[]): CompactionState | null {
  const current = activeCompaction(branch)
  if (current === null) return null
  const numbers = new Map(entries.map(({ depth, number }) => [depth, number]))
  const before = entries.filter(({ depth }) => depth < current.depth)
  return {
    version: current.version,
    folds: current.folds.map(fold => renumbered(fold, depth => numbers.get(depth)!)),
    messages: before.length,
  }
}

/** The entry that puts a state in force behind the messages it was made with. */
export function stateEntry(
  { version, folds }: CompactionState,
  entries: readonly KnownEntry[],
): EntryDraft<CompactionEntry> {
  const depthOf = (number: number): number => {
    const entry = entries[number - 1]
    if (entry !== undefined) return entry.depth
    throw new LonghandError('bad-request', `The state speaks of message ${number}, but it was made with fewer.`)
  }
  const entry = { type: 'compaction', version, base: null, edits: null } as const
  const placed = { ...entry, folds: folds.map(fold => renumbered(fold, depthOf)) }
  checkBranch([{ ...placed, id: 'compactionState', depth: (entries.at(-1)?.depth ?? 0) + 1 }])
  return placed
}

function renumbered(fold: Fold, place: (at: number) => number): Fold {
  const span = { from: place(fold.span.from), to: place(fold.span.to) }
  return fold.type === 'trim' ? { ...fold, span } : { ...fold, span, kept: fold.kept.map(place) }
}

/** A state belongs to the messages it was made with, and to those that follow. */
export function checkState(state: CompactionState, messages: number): void {
  if (state.messages <= messages) return
  throw new LonghandError(
    'stale',
    `The state was made with ${state.messages} messages, but ${messages} came. Send all of them, or no state.`,
  )
}
