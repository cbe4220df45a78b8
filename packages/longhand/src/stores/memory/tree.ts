import { type Branch, compactionHistory, shorten } from '../../core/branch.ts'
import { LonghandError } from '../../core/errors.ts'
import type { Conversation, Head, Place, Totals } from '../../engine/ports/store-conversations.ts'
import type { StoredEntry } from '../../engine/ports/store-entries.ts'
import { previewOf } from '../entry-row.ts'
import { copy, frozen, type Line, type Tree } from './memory-state.ts'

/** The whole branch up to a place. */
export function branchAt(tree: Tree, { line, depth }: Place): readonly StoredEntry[] {
  const held = tree.lines[line - 1]
  if (held === undefined || depth === 0) return []
  const before = held.parent === null ? [] : branchAt(tree, { line: held.parent, depth: Math.min(depth, held.forked) })
  return [...before, ...held.entries.slice(0, Math.max(0, depth - held.forked))]
}

/** What a view at a place reads. A place never changes, so what was found for it last still holds. */
export function shortBranch(tree: Tree, place: Place): Branch {
  return remembered(shortened, tree, place, () => shorten(branchAt(tree, place).map(({ entry }) => entry)))
}

const shortened: Memory<Branch> = new WeakMap()

type Memory<Found> = WeakMap<Tree, { readonly place: Place; readonly found: Found }>

function remembered<Found>(memory: Memory<Found>, tree: Tree, place: Place, find: () => Found): Found {
  const last = memory.get(tree)
  if (last?.place.line === place.line && last.place.depth === place.depth) return last.found
  const found = find()
  memory.set(tree, { place: { line: place.line, depth: place.depth }, found })
  return found
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
  tree.lines.push({ line: tree.lines.length + 1, parent: line === 0 ? null : line, forked: depth, at, entries: [] })
  return tree.lines.length
}

/** The conversation as others see it. */
export function shown(tree: Tree): Conversation {
  const { id, kind, project, title, model, settings, status, version, epoch, createdAt, updatedAt, deletedAt } = tree
  return {
    ...copy({ id, kind, project, title, model, settings, status, version, epoch, createdAt, updatedAt, deletedAt }),
    ...remembered(atHead, tree, tree.head, () => readHead(tree)),
    checkpoints: tree.checkpoints.length,
    compactions: tree.jobs.filter(({ status }) => status === 'done').length,
  }
}

const atHead: Memory<ReturnType<typeof readHead>> = new WeakMap()

function readHead(tree: Tree): Pick<Conversation, 'head' | 'totals' | 'preview'> {
  const branch = branchAt(tree, tree.head)
  return frozen({ head: headOf(tree, branch), totals: totalsOf(branch), preview: newestWords(branch) })
}

function headOf(tree: Tree, branch: readonly StoredEntry[]): Head {
  const { current, undone } = compactionHistory(branch.map(({ entry }) => entry))
  const entry = branch.at(-1)?.entry.id ?? null
  return { ...tree.head, entry, compaction: current?.id ?? null, undone: undone.at(-1)?.id ?? null }
}

export function totalsOf(branch: readonly StoredEntry[]): Totals {
  const messages = branch.flatMap(({ entry }) => (entry.type === 'message' ? [entry] : []))
  return {
    messages: messages.length,
    turns: messages.filter(({ message }) => message.role === 'user').length,
    tokens: messages.reduce((sum, { count }) => sum + count, 0),
  }
}

function newestWords(branch: readonly StoredEntry[]): Conversation['preview'] {
  for (let at = branch.length - 1; at >= 0; at--) {
    const { entry } = branch[at]!
    const text = entry.type === 'message' ? previewOf(entry.message) : null
    if (text !== null && entry.type === 'message') return { role: entry.message.role as 'user' | 'assistant', text }
  }
  return null
}
