import { activeCompaction, type Branch, compactionHistory } from '../../core/branch.ts'
import type { Entry } from '../../core/entry.ts'
import { LonghandError } from '../../core/errors.ts'
import { protectedSpans, shorten } from '../../core/layout.ts'
import type { Span } from '../../core/span.ts'
import type { Conversation, Head, Place, Totals } from '../../engine/ports/store-conversations.ts'
import type { StoredEntry } from '../../engine/ports/store-entries.ts'
import { previewOf } from '../entry-row.ts'
import { copy, type Line, type Tree } from './memory-state.ts'

/** The whole branch up to a place. */
export const branchAt = (tree: Tree, place: Place): readonly StoredEntry[] =>
  collect(tree, place, ({ entries, forked }, depth) => entries.slice(0, Math.max(0, depth - forked)))

/** The entries up to a place that are not messages. */
const marksAt = (tree: Tree, place: Place): readonly Entry[] =>
  collect(tree, place, ({ marks }, depth) => marks.flatMap(({ entry }) => (entry.depth <= depth ? [entry] : [])))

/** What the lines of a branch hold up to a place, the oldest first. */
function collect<Item>(tree: Tree, { line, depth }: Place, of: (held: Line, depth: number) => readonly Item[]) {
  const held = tree.lines[line - 1]
  if (held === undefined || depth === 0) return []
  if (held.parent === null) return of(held, depth)
  const shared: readonly Item[] = collect(tree, { line: held.parent, depth: Math.min(depth, held.forked) }, of)
  return [...shared, ...of(held, depth)]
}

/** What a view at a place reads. It costs as much as the view is long, however much is folded. */
export function shortBranch(tree: Tree, place: Place): Branch {
  const marks = marksAt(tree, place)
  const current = activeCompaction(marks)
  const branch = collect(tree, place, ({ bare, forked }, depth) => bare.slice(0, Math.max(0, depth - forked)))
  if (current === null) return branch
  const depths = new Set(marks.map(({ depth }) => depth))
  const addAll = ({ from, to }: Span) => {
    for (let depth = from; depth <= to; depth++) depths.add(depth)
  }
  let next = 1
  for (const fold of current.folds.toSorted((a, b) => a.span.from - b.span.from)) {
    if (fold.type === 'trim') continue
    addAll({ from: next, to: fold.span.from - 1 })
    for (const depth of fold.kept) depths.add(depth)
    next = Math.max(next, fold.span.to + 1)
  }
  addAll({ from: next, to: branch.length })
  for (const span of protectedSpans(marks)) addAll(span)
  return shorten([...depths].toSorted((a, b) => a - b).flatMap(depth => branch[depth - 1] ?? []))
}

export const tipOf = ({ forked, entries }: Line): number => forked + entries.length

/** A place that exists, on the line that holds it; the head when none is given. */
export function checkPlace(tree: Tree, place: Place | undefined): Place {
  if (place === undefined || (place.line === tree.head.line && place.depth === tree.head.depth)) return tree.head
  const line = tree.lines[place.line - 1]
  if (line === undefined || place.depth < 0 || place.depth > tipOf(line))
    throw new LonghandError('not-found', 'No such place.')
  return place.depth === 0 ? place : { line: sourceOf(tree, place)!, depth: place.depth }
}

/** Which line holds the entry at a place. */
export function sourceOf(tree: Tree, { line, depth }: Place): number | null {
  const held = tree.lines[line - 1]
  if (held === undefined) return null
  return depth > held.forked || held.parent === null ? line : sourceOf(tree, { line: held.parent, depth })
}

export function startLine(tree: Tree, { line, depth }: Place, at: number): number {
  const parent = line === 0 ? null : line
  tree.lines.push({ line: tree.lines.length + 1, parent, forked: depth, at, entries: [], bare: [], marks: [] })
  return tree.lines.length
}

/** The conversation as others see it. */
export function shown(tree: Tree): Conversation {
  const { id, kind, project, title, model, settings, status, version, epoch, createdAt, updatedAt, deletedAt } = tree
  return {
    ...copy({ id, kind, project, title, model, settings, status, version, epoch, createdAt, updatedAt, deletedAt }),
    head: headOf(tree),
    ...knownAt(tree, tree.head),
    checkpoints: tree.checkpoints.length,
    compactions: tree.jobs.filter(({ status }) => status === 'done').length,
  }
}

function headOf(tree: Tree): Head {
  const { current, undone } = compactionHistory(marksAt(tree, tree.head))
  const entry = entryAt(tree, tree.head)?.entry.id ?? null
  return { ...tree.head, entry, compaction: current?.id ?? null, undone: undone.at(-1)?.id ?? null }
}

function entryAt(tree: Tree, place: Place): StoredEntry | undefined {
  const line = tree.lines[(sourceOf(tree, place) ?? 0) - 1]
  return line?.entries[place.depth - line.forked - 1]
}

type Known = Pick<Conversation, 'totals' | 'preview'>

/** What was counted and found up to a place still holds, so only what came since is looked at. */
function knownAt(tree: Tree, place: Place): Known {
  const last = lastKnown.get(tree)
  const from = last !== undefined && last.line === place.line && last.depth <= place.depth ? last : null
  const later = since(tree, place, from?.depth ?? 0)
  const added = totalsOf(later)
  const totals = {
    messages: (from?.totals.messages ?? 0) + added.messages,
    turns: (from?.totals.turns ?? 0) + added.turns,
    tokens: (from?.totals.tokens ?? 0) + added.tokens,
  }
  const known = { totals, preview: newestPreview(later) ?? from?.preview ?? null }
  lastKnown.set(tree, { line: place.line, depth: place.depth, ...known })
  return known
}

const lastKnown = new WeakMap<Tree, Place & Known>()

/** The entries of a branch after a depth. */
function since(tree: Tree, place: Place, depth: number): readonly StoredEntry[] {
  const held = tree.lines[place.line - 1]
  if (held === undefined || depth < held.forked) return branchAt(tree, place).slice(depth)
  return held.entries.slice(depth - held.forked, Math.max(0, place.depth - held.forked))
}

export function totalsOf(branch: readonly StoredEntry[]): Totals {
  const messages = branch.flatMap(({ entry }) => (entry.type === 'message' ? [entry] : []))
  return {
    messages: messages.length,
    turns: messages.filter(({ message }) => message.role === 'user').length,
    tokens: messages.reduce((sum, { count }) => sum + count, 0),
  }
}

function newestPreview(entries: readonly StoredEntry[]): Conversation['preview'] {
  for (const { entry } of entries.toReversed()) {
    const text = entry.type === 'message' ? previewOf(entry.message) : null
    if (text !== null && entry.type === 'message') return { role: entry.message.role as 'user' | 'assistant', text }
  }
  return null
}
