import { compactionHistory } from '../../core/branch.ts'
import { isOnlyTrims, newTrims } from '../../core/compaction-change.ts'
import type { CompactionEntry, MessageEntry } from '../../core/entry.ts'
import { isShownUnder, protectedSpans, shields } from '../../core/layout.ts'
import type { Span } from '../../core/span.ts'
import { spanSearch } from '../../core/span.ts'
import type { DisplayEntry, EntriesResponse } from '../api/contract.ts'

/** A row of the message list: a card, or a divider where messages were folded. */
export type Row = Card | Divider

/** One person's message, or one answer with its tool calls and their results. */
export type Card = {
  readonly type: 'card'
  readonly key: string
  readonly author: 'you' | 'model' | 'system'
  readonly entries: readonly DisplayMessage[]
  /** Whether the model reads it word for word or in a summary. */
  readonly state: 'shown' | 'folded'
  readonly protection: 'none' | 'protected' | 'always'
  /** V13 tokens of what is cut for the model, whole and as it reads it. */
  readonly trimmed: TrimmedCount | null
}

/** `undo`: undoing is about this and nothing else. */
export type TrimmedCount = { readonly before: number; readonly after: number; readonly undo: 'trim' | 'other' }

/** Where a compaction folded what is above it. */
export type Divider = {
  readonly type: 'divider'
  readonly key: string
  readonly entry: DisplayCompaction
  /** `active`: the model reads it. `superseded`: a later one has folded it in. `undone`: redo brings it back. */
  readonly state: 'active' | 'superseded' | 'undone'
}

export type DisplayMessage = Extract<DisplayEntry, MessageEntry>
export type DisplayCompaction = Extract<DisplayEntry, CompactionEntry>
type CompactionsById = ReadonlyMap<string, DisplayCompaction>
type CompactionState = { readonly current: DisplayCompaction | null; readonly undone: readonly DisplayCompaction[] }

/** The rows of the loaded entries. Protections and folds come after their messages, so the newest part has them all. */
export function buildRows({ entries, more }: EntriesResponse): readonly Row[] {
  const { current, undone } = compactionState(entries)
  const folds = current?.folds ?? []
  const protectedAt = spanSearch(protectedSpans(entries))
  // The opening is known only when the first entry is loaded.
  const opening = more ? new Map<number, string>() : shields(entries)
  const protectionOf = (depth: number): Card['protection'] => {
    if (opening.get(depth) === 'opening') return 'always'
    return protectedAt({ from: depth, to: depth }) === null ? 'none' : 'protected'
  }
  const isShown = isShownUnder(folds, protectedAt)
  const dividers = buildDividers(entries, { current, undone })
  const trimmedIn = current === null ? null : trimSearch(entries, current)
  const rows: Row[] = []
  let openCard: DisplayMessage[] = []
  for (const entry of entries) {
    if (entry.type !== 'message') continue
    const state = isShown(entry.depth) ? 'shown' : 'folded'
    const card = cardOf(entry, state, protectionOf(entry.depth))
    const last = rows.at(-1)
    if (last?.type === 'card' && isContinuation(last, card)) {
      openCard.push(entry)
    } else {
      openCard = [entry]
      rows.push({ ...card, entries: openCard })
    }
    for (const divider of dividers.get(entry.depth) ?? []) rows.push(divider)
  }
  if (trimmedIn === null) return rows
  return rows.map(row => (row.type === 'card' && row.state === 'shown' ? { ...row, trimmed: trimmedIn(row) } : row))
}

/** What is cut of a card; null when nothing is cut anywhere. */
function trimSearch(entries: readonly DisplayEntry[], current: DisplayCompaction) {
  const cut = new Map(current.folds.flatMap(fold => (fold.type === 'trim' ? [[fold.span.from, fold] as const] : [])))
  if (cut.size === 0) return null
  const base = entries.find((entry): entry is DisplayCompaction => entry.id === current.base) ?? null
  const last = isOnlyTrims(current, base) ? [...newTrims(current, base)] : []
  return ({ entries }: Card): TrimmedCount | null => {
    const ours = entries.flatMap(({ depth, count }) => {
      const fold = cut.get(depth)
      return fold === undefined ? [] : [{ depth, before: count, after: fold.count }]
    })
    if (ours.length === 0) return null
    const sum = (which: 'before' | 'after') => ours.reduce((total, one) => total + one[which], 0)
    const isLast = last.length > 0 && last.every(depth => ours.some(one => one.depth === depth))
    return { before: sum('before'), after: sum('after'), undo: isLast ? 'trim' : 'other' }
  }
}

/** The index of the row that shows ¶ `number`; -1 when it is not there. */
export const findRowIndex = (rows: readonly Row[], number: number): number =>
  rows.findIndex(row => row.type === 'card' && row.entries.some(entry => entry.number === number))

function cardOf(entry: DisplayMessage, state: Card['state'], protection: Card['protection']): Card {
  const { role } = entry.message
  const author = role === 'user' ? 'you' : role === 'system' ? 'system' : 'model'
  return { type: 'card', key: entry.id, author, entries: [entry], state, protection, trimmed: null }
}

/** An answer continues in the same card while nothing about it changes (the model, what is folded, a fork, its ending), or where it was gone on with. */
function isContinuation(last: Card, card: Card): boolean {
  const [before, after] = [last.entries.at(-1)!, card.entries[0]!]
  return (
    last.author === 'model' &&
    card.author === 'model' &&
    last.state === card.state &&
    last.protection === card.protection &&
    after.fork === undefined &&
    (after.continues === true ||
      (before.ending === undefined &&
        (after.message.role === 'tool' || before.model === after.model || before.message.role === 'tool')))
  )
}

/** The dividers by the depth of the message above them: the compaction in force, those it builds on, the last undone one. */
function buildDividers(entries: readonly DisplayEntry[], { current, undone }: CompactionState) {
  const known = new Map(entries.flatMap(entry => (entry.type === 'compaction' ? [[entry.id, entry] as const] : [])))
  const found = new Map<number, readonly Divider[]>()
  const place = (entry: DisplayCompaction, state: Divider['state']) => {
    // What it cuts is told by the cards.
    if (isTrim(entry, known)) return
    const depth = lastFoldedDepth(entries, entry)
    const original = originalCompaction(entry, known)
    const key = state === 'undone' ? entry.id : original.id
    // What is edited more than once, or cut in between, has the figures of what it was made from.
    const figures = entry.receipt ?? original.receipt
    const shown = figures === undefined ? entry : { ...entry, receipt: figures }
    if (depth !== null) found.set(depth, [...(found.get(depth) ?? []), { type: 'divider', key, entry: shown, state }])
  }
  const inForce = current === null ? null : untrimmed(current, known)
  for (let entry = inForce; entry !== null; entry = previousCompaction(entry, known)) {
    place(entry, entry === inForce ? 'active' : 'superseded')
  }
  const last = undone.at(-1)
  if (last !== undefined) place(last, 'undone')
  return found
}

/** The base of the oldest compaction may not be loaded; then it counts as having none. */
function compactionState(entries: readonly DisplayEntry[]): CompactionState {
  const ids = new Set(entries.map(({ id }) => id))
  const whole = entries.map(entry =>
    entry.type === 'compaction' && entry.base !== null && !ids.has(entry.base) ? { ...entry, base: null } : entry,
  )
  // Entries keep their type.
  return compactionHistory(whole) as CompactionState
}

/** The compaction that this one builds on, skipping those whose text it only edits. */
function previousCompaction(entry: DisplayCompaction, known: CompactionsById): DisplayCompaction | null {
  const base = entry.base === null ? undefined : known.get(entry.base)
  if (base === undefined) return null
  return entry.edits === base.id || isOnlyTrims(entry, base) ? previousCompaction(base, known) : untrimmed(base, known)
}

/** The compaction below those that only cut messages. */
function untrimmed(entry: DisplayCompaction, known: CompactionsById): DisplayCompaction {
  const base = entry.base === null ? undefined : known.get(entry.base)
  return base !== undefined && isOnlyTrims(entry, base) ? untrimmed(base, known) : entry
}

const isTrim = (entry: DisplayCompaction, known: CompactionsById): boolean =>
  isOnlyTrims(entry, known.get(entry.base ?? '') ?? null)

/** The compaction whose text this one edits: the divider keeps its key, so it stays open and in its place. */
function originalCompaction(entry: DisplayCompaction, known: CompactionsById): DisplayCompaction {
  const before = entry.edits === null ? undefined : known.get(entry.edits)
  return before === undefined ? entry : originalCompaction(untrimmed(before, known), known)
}

/** The depth of the last message that a compaction folds; null when it is not loaded. */
function lastFoldedDepth(entries: readonly DisplayEntry[], { folds }: CompactionEntry): number | null {
  const spans: readonly Span[] = folds.flatMap(fold => (fold.type === 'trim' ? [] : [fold.span]))
  const end = spans.reduce((last, { to }) => Math.max(last, to), 0)
  const last = entries.findLast(entry => entry.type === 'message' && entry.depth <= end)
  return last?.depth ?? null
}
