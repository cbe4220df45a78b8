import type { CompactionEntry, Entry } from '../../core/entry.ts'
import type { Fold } from '../../core/fold.ts'
import { contains, covers } from '../../core/span.ts'
import type { Place } from '../ports/store-conversations.ts'
import type { ConversationHead, LineRecord } from './export-records.ts'
import { bad } from './shape.ts'

/** Holds the entries of a conversation, as they come in, against what its branches allow. Throws at the first that cannot stand there. */
export type TreeCheck = {
  /** The entry as it may be stored. */
  entry(line: number, entry: Entry): Entry
  place(place: Place): void
  /** Throws when entries are missing. */
  end(): void
}

export function checkTree({ head }: Pick<ConversationHead, 'head'>, records: readonly LineRecord[]): TreeCheck {
  const lines = records.map((record): Line => ({ ...record, tokens: [], changes: [] }))
  const bases = new Map<string, string | null>()
  const ids = new Set<string>()
  for (const [at, line] of lines.entries()) checkLine(lines, line, at)
  checkForks(lines)
  const place = ({ line, depth }: Place) => {
    if (depth < 0 || depth > (line === 0 ? 0 : (lines[line - 1]?.tip ?? -1)))
      bad('It', 'names a place that is not there')
  }
  place(head)
  let current = 1
  let branch: readonly Stretch[] = []
  return {
    place,
    entry(number, entry) {
      // Lines come one after the other, so what a line forks from is there before it.
      while (current < number && isWhole(lines[current - 1])) current++
      const line = lines[number - 1]
      if (line === undefined || number !== current) return bad('It', `belongs to line ${number}, whose turn it is not`)
      const depth = line.forked + line.tokens.length + 1
      if (entry.depth !== depth || depth > line.tip) bad('It', `has depth ${entry.depth} where depth ${depth} is due`)
      if (ids.has(entry.id)) bad('It', 'has the id of another entry')
      ids.add(entry.id)
      if (branch[0]?.line !== line) branch = branchOf(lines, line)
      const checked = checkEntry(branch, bases, entry)
      line.tokens.push(checked.type === 'message' ? checked.count : null)
      return checked
    },
    end() {
      if (!lines.every(isWhole)) bad('It', 'ends a conversation before all of its entries have come')
    },
  }
}

type Line = LineRecord & {
  /** The count of each entry that is a message. */
  readonly tokens: (number | null)[]
  readonly changes: { readonly depth: number; readonly standing: Standing }[]
}

/** The entries of a branch that one line holds, up to a depth. */
type Stretch = { readonly line: Line; readonly to: number }

/** The compaction in force, and those that redo brings back. Shared by all that comes after it, so it is never copied. */
type Standing = { readonly current: string | null; readonly undone: Undone | null }

type Undone = { readonly compaction: string; readonly before: Undone | null }

/** Every compaction of the conversation with the one it stands on. */
type Bases = Map<string, string | null>

const nothing: Standing = { current: null, undone: null }

const isWhole = (line: Line | undefined): boolean => line !== undefined && line.forked + line.tokens.length === line.tip

/** Each line leaves an earlier one where that has entries. */
function checkLine(lines: readonly Line[], { line, parent, forked, tip }: Line, at: number): void {
  const from = parent === null ? 0 : (lines[parent - 1]?.tip ?? -1)
  if (line !== at + 1 || (parent !== null && parent >= line) || forked > from || tip < forked)
    bad(`Line ${at + 1} of the conversation`, 'does not hang together with the others')
}

/** A storage keeps for each line which others it goes on from: forks of forks of forks are many times more than there are lines. */
function checkForks(lines: readonly Line[]): void {
  const before: number[] = []
  let sum = 0
  for (const { parent } of lines) {
    before.push(parent === null ? 1 : before[parent - 1]! + 1)
    sum += before.at(-1)!
    if (sum > maxForks) bad('It', 'has more forks of forks than can be stored')
  }
}

const maxForks = 1_000_000

/** The lines that hold the entries of a branch, its own first; lines of which it has nothing are left out. */
function branchOf(lines: readonly Line[], own: Line): readonly Stretch[] {
  const branch: Stretch[] = [{ line: own, to: own.tip }]
  let to = own.forked
  for (let parent = own.parent; parent !== null && to > 0; ) {
    const line = lines[parent - 1]!
    if (line.forked < to) {
      branch.push({ line, to })
      to = line.forked
    }
    parent = line.parent
  }
  return branch
}

function checkEntry(branch: readonly Stretch[], bases: Bases, entry: Entry): Entry {
  if (entry.type === 'message') return entry
  if (entry.type === 'protection') {
    if (entry.span.to >= entry.depth) bad('It', 'protects what comes after it')
    return entry
  }
  branch[0]!.line.changes.push({ depth: entry.depth, standing: after(standingOn(branch), bases, entry) })
  return entry.type === 'compaction' ? { ...entry, folds: checkFolds(branch, entry) } : entry
}

function after(
  { current, undone }: Standing,
  bases: Bases,
  entry: Exclude<Entry, { type: 'message' | 'protection' }>,
): Standing {
  if (entry.type === 'compaction') {
    if (entry.base !== current) bad('It', 'stands on a compaction that is not in force there')
    bases.set(entry.id, entry.base)
    return { current: entry.id, undone: null }
  }
  if (entry.type === 'undo') {
    if (current === null || entry.compaction !== current)
      return bad('It', 'takes back a compaction that is not in force there')
    return { current: bases.get(current)!, undone: { compaction: current, before: undone } }
  }
  if (undone === null || entry.compaction !== undone.compaction)
    return bad('It', 'brings back a compaction that was not taken back there')
  return { current: entry.compaction, undone: undone.before }
}

/** What stands at the end of what has come of a branch. */
function standingOn(branch: readonly Stretch[]): Standing {
  for (const { line, to } of branch) {
    const found = line.changes[firstIndex(line.changes, ({ depth }) => depth > to) - 1]
    if (found !== undefined) return found.standing
  }
  return nothing
}

/** Folds stand for what was before them, each for messages of its own; what a trim leaves is no more than there was. */
function checkFolds(branch: readonly Stretch[], { depth, folds }: CompactionEntry): readonly Fold[] {
  const before = { from: 1, to: depth - 1 }
  const inOrder = folds.toSorted((a, b) => a.span.from - b.span.from)
  inOrder.forEach(({ span }, at) => {
    if (!covers(before, span)) bad('It', `folds ${span.from}–${span.to}, which is not before it`)
    if (at > 0 && inOrder[at - 1]!.span.to >= span.from) bad('It', 'has two folds for the same messages')
  })
  return folds.map(fold => {
    if (fold.type !== 'trim') {
      if (!fold.kept.every(kept => contains(fold.span, kept))) bad('It', 'keeps messages outside of their span')
      return fold
    }
    const tokens = fold.span.from === fold.span.to ? tokensAt(branch, fold.span.from) : null
    if (tokens === null) return bad('It', `trims ${fold.span.from}–${fold.span.to}, which is not one message`)
    return { ...fold, count: Math.min(fold.count, tokens) }
  })
}

function tokensAt(branch: readonly Stretch[], depth: number): number | null {
  const line = branch[firstIndex(branch, stretch => stretch.line.forked < depth)]?.line
  return line?.tokens[depth - line.forked - 1] ?? null
}

/** Where a list begins for whose rest something holds; its length when it never does. */
function firstIndex<Item>(list: readonly Item[], holds: (item: Item) => boolean): number {
  let [from, to] = [0, list.length]
  while (from < to) {
    const middle = (from + to) >> 1
    if (holds(list[middle]!)) to = middle
    else from = middle + 1
  }
  return from
}
