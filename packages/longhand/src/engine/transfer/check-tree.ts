import type { CompactionEntry, Entry } from '../../core/entry.ts'
import type { Fold } from '../../core/fold.ts'
import { covers, within } from '../../core/span.ts'
import type { Place } from '../store-conversations.ts'
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
  const ids = new Set<string>()
  for (const [at, line] of lines.entries()) checkLine(lines, line, at)
  const place = ({ line, depth }: Place) => {
    if (depth < 0 || depth > (line === 0 ? 0 : (lines[line - 1]?.tip ?? -1)))
      bad('It', 'names a place that is not there')
  }
  place(head)
  let current = 1
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
      const checked = checkEntry(lines, line, entry)
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

/** The compaction in force, those that redo brings back, and every one on the branch with the one it stands on. */
type Standing = {
  readonly current: string | null
  readonly undone: readonly string[]
  readonly bases: ReadonlyMap<string, string | null>
}

const nothing: Standing = { current: null, undone: [], bases: new Map() }

const isWhole = (line: Line | undefined): boolean => line !== undefined && line.forked + line.tokens.length === line.tip

/** Each line leaves an earlier one where that has entries. */
function checkLine(lines: readonly Line[], { line, parent, forked, tip }: Line, at: number): void {
  const from = parent === null ? 0 : (lines[parent - 1]?.tip ?? -1)
  if (line !== at + 1 || (parent !== null && parent >= line) || forked > from || tip < forked)
    bad(`Line ${at + 1} of the conversation`, 'does not hang together with the others')
}

function checkEntry(lines: readonly Line[], line: Line, entry: Entry): Entry {
  if (entry.type === 'message') return entry
  if (entry.type === 'protection') {
    if (entry.span.to >= entry.depth) bad('It', 'protects what comes after it')
    return entry
  }
  const before = standingAt(lines, line, entry.depth - 1)
  line.changes.push({ depth: entry.depth, standing: after(before, entry) })
  return entry.type === 'compaction' ? { ...entry, folds: checkFolds(lines, line, entry) } : entry
}

function after(
  { current, undone, bases }: Standing,
  entry: Exclude<Entry, { type: 'message' | 'protection' }>,
): Standing {
  if (entry.type === 'compaction') {
    if (entry.base !== current) bad('It', 'stands on a compaction that is not in force there')
    return { current: entry.id, undone: [], bases: new Map(bases).set(entry.id, entry.base) }
  }
  if (entry.type === 'undo') {
    if (current === null || entry.compaction !== current)
      return bad('It', 'takes back a compaction that is not in force there')
    return { current: bases.get(current)!, undone: [...undone, current], bases }
  }
  if (entry.compaction !== undone.at(-1)) bad('It', 'brings back a compaction that was not taken back there')
  return { current: entry.compaction, undone: undone.slice(0, -1), bases }
}

function standingAt(lines: readonly Line[], line: Line, depth: number): Standing {
  const own = line.changes.findLast(change => change.depth <= depth)
  if (own !== undefined) return own.standing
  const parent = line.parent === null ? undefined : lines[line.parent - 1]
  return parent === undefined ? nothing : standingAt(lines, parent, Math.min(depth, line.forked))
}

/** Folds stand for what was before them, each for messages of its own; what a trim leaves is no more than there was. */
function checkFolds(lines: readonly Line[], line: Line, { depth, folds }: CompactionEntry): readonly Fold[] {
  const before = { from: 1, to: depth - 1 }
  const inOrder = folds.toSorted((a, b) => a.span.from - b.span.from)
  inOrder.forEach(({ span }, at) => {
    if (!covers(before, span)) bad('It', `folds ${span.from}–${span.to}, which is not before it`)
    if (at > 0 && inOrder[at - 1]!.span.to >= span.from) bad('It', 'has two folds for the same messages')
  })
  return folds.map(fold => {
    if (fold.type !== 'trim') {
      if (!fold.kept.every(kept => within(fold.span, kept))) bad('It', 'keeps messages outside of their span')
      return fold
    }
    const tokens = fold.span.from === fold.span.to ? tokensAt(lines, line, fold.span.from) : null
    if (tokens === null) return bad('It', `trims ${fold.span.from}–${fold.span.to}, which is not one message`)
    return { ...fold, count: Math.min(fold.count, tokens) }
  })
}

function tokensAt(lines: readonly Line[], line: Line, depth: number): number | null {
  if (depth > line.forked) return line.tokens[depth - line.forked - 1] ?? null
  return line.parent === null ? null : tokensAt(lines, lines[line.parent - 1]!, depth)
}
