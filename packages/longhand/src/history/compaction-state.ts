import { activeCompaction } from '../core/branch.ts'
import { checkBranch } from '../core/check-branch.ts'
import type { CompactionEntry, EntryDraft } from '../core/entry.ts'
import { LonghandError } from '../core/errors.ts'
import type { Fold } from '../core/fold.ts'
import { protectedSpans } from '../core/layout.ts'
import { type Message, textOf } from '../core/message.ts'
import { sameJson } from '../core/same-json.ts'
import type { Snapshot } from '../engine/snapshot.ts'
import type { KnownEntry } from './known-messages.ts'

/** What has been folded of a history: plain JSON, for an app that stores it beside its messages. Spans count messages, from 1. */
export type CompactionState = {
  /** 1 for the first compaction, 2 for one that stands on it, …; 0 while nothing is folded. */
  readonly version: number
  readonly folds: readonly Fold[]
  /** How many messages there were when it was made. */
  readonly messages: number
  /** How the first message of a person and the last one that is folded begin: whose state it is. */
  readonly words?: readonly string[]
  /** One message of each exchange that was protected with `protect`; what the options name is not among them. */
  readonly protected?: readonly number[]
}

/** The state of a history; null while nothing is folded or protected. */
export function stateOf(
  { branch }: Snapshot,
  entries: readonly KnownEntry[],
  named: readonly number[],
): CompactionState | null {
  const current = activeCompaction(branch)
  const numbers = new Map(entries.map(({ depth, number }) => [depth, number]))
  const shielded = protectedSpans(branch).flatMap(({ from, to }) => {
    const [first = 0, last = first] = [numbers.get(from), numbers.get(to)]
    return first === 0 || named.some(number => number >= first && number <= last) ? [] : [first]
  })
  if (current === null && shielded.length === 0) return null
  const before = current === null ? entries : entries.filter(({ depth }) => depth < current.depth)
  const folds = (current?.folds ?? []).map(fold => renumbered(fold, depth => numbers.get(depth)!))
  return {
    ...{ version: current?.version ?? 0, folds, messages: before.length, words: wordsOf(folds, before) },
    ...(shielded.length > 0 && { protected: shielded }),
  }
}

function wordsOf(folds: readonly Fold[], entries: readonly KnownEntry[]): readonly string[] {
  const first = entries.find(({ message }) => message.role === 'user')
  const last = entries[Math.max(...folds.map(({ span }) => span.to)) - 1]
  return [first, last].map(entry => (entry === undefined ? '' : beginning(textOf(entry.message))))
}

/** Without what storing a text may change, and without half a character, which no database takes. */
const beginning = (text: string): string => text.slice(0, 200).replace(/\s+/g, ' ').trim().slice(0, 80).toWellFormed()

/** The entry that puts a state in force behind the messages it was made with. */
export function stateEntry(
  { version, folds, words }: CompactionState,
  entries: readonly KnownEntry[],
): EntryDraft<CompactionEntry> {
  const depthOf = (number: number): number => {
    const entry = entries[number - 1]
    if (entry !== undefined) return entry.depth
    throw new LonghandError('bad-request', `The state speaks of message ${number}, but it was made with fewer.`)
  }
  const entry = { type: 'compaction', version: Math.max(1, version), base: null, edits: null } as const
  const placed = { ...entry, folds: folds.map(fold => renumbered(fold, depthOf)) }
  checkBranch([{ ...placed, id: 'compactionState', depth: (entries.at(-1)?.depth ?? 0) + 1 }])
  if (words !== undefined && !sameJson(words, wordsOf(folds, entries))) throw new LonghandError('stale', otherMessages)
  return placed
}

function renumbered(fold: Fold, place: (at: number) => number): Fold {
  const span = { from: place(fold.span.from), to: place(fold.span.to) }
  return fold.type === 'trim' ? { ...fold, span } : { ...fold, span, kept: fold.kept.map(place) }
}

const otherMessages = 'The state belongs to other messages. Use the state of this conversation, or none.'

/**
 * What of a state counts for these messages. It belongs to those it was made with and to all that follow; a conversation
 * that has gone back to before what is folded has its originals again.
 */
export function stateFor(state: CompactionState, messages: readonly Message[]): CompactionState {
  const { folds, words = [], protected: numbers = [] } = state
  const opening = beginning(textOf(messages.find(({ role }) => role === 'user') ?? noWords))
  const isSame = opening !== '' && opening === words[0]
  if (state.messages > messages.length && !isSame)
    throw new LonghandError(
      'stale',
      `The state was made with ${state.messages} messages, but ${messages.length} came. Send all of them, or no state.`,
    )
  if (folds.length === 0 && state.words !== undefined && opening !== (words[0] ?? ''))
    throw new LonghandError('stale', otherMessages)
  if (state.messages <= messages.length) return state
  // The newest message is never folded, nor is it the one that was protected: it has taken its place.
  const isThere = (number: number) => number < messages.length
  const left = folds.every(({ span }) => isThere(span.to)) ? folds : []
  return { ...state, folds: left, messages: messages.length, protected: numbers.filter(isThere) }
}

const noWords: Message = { role: 'user', parts: [] }
