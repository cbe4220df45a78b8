import { activeCompaction, place as placed } from '../../core/branch.ts'
import { LonghandError } from '../../core/errors.ts'
import type { Place } from '../../engine/ports/store-conversations.ts'
import type { Appended, AppendOptions, NewEntry, StoredEntry } from '../../engine/ports/store-entries.ts'
import { saveCheckpoint } from './checkpoints.ts'
import { frozen, isLive, type MemoryState, type Tree, touch } from './memory-state.ts'
import { branchAt, shown, sourceOf, startLine, tipOf } from './tree.ts'

/** Writes all of the entries or none. */
export function write(
  state: MemoryState,
  tree: Tree,
  added: readonly NewEntry[],
  options: AppendOptions = {},
): Appended {
  const repeated = repetition(tree, added)
  if (repeated !== null) return { outcome: 'repeated', entries: repeated, conversation: shown(tree) }
  const hasMessages = added.some(({ type }) => type === 'message')
  const place = placeAfter(tree, options.after, hasMessages)
  const atHead = place.line === tree.head.line && place.depth === tree.head.depth
  checkBases(tree, place, added)
  if (added.some(({ type }) => type === 'undo')) {
    saveCheckpoint(state, tree, { label: 'Before undo', kind: 'before-restore' })
  }
  const line = needsLine(tree, place) ? startLine(tree, place, state.now()) : place.line
  if (added.some(entry => changesHead(tree, entry))) tree.epoch++
  const stored = added.map(entry => insertEntry(state, tree, line, entry))
  if (atHead || options.head !== 'stays') tree.head = { line, depth: tipOf(tree.lines[line - 1]!) }
  if (hasMessages) tree.updatedAt = state.now()
  touch(state, tree, 'entries')
  return { outcome: atHead ? 'appended' : 'forked', entries: stored, conversation: shown(tree) }
}

/** What an earlier attempt wrote under the same ids; null when this is the first. */
function repetition(tree: Tree, added: readonly NewEntry[]): readonly StoredEntry[] | null {
  const known = added.flatMap(({ id }) => tree.entries.get(id) ?? [])
  if (known.length === 0) return null
  const same = known.length === added.length && known.every(({ entry }, at) => bodyOf(entry) === bodyOf(added[at]!))
  if (same) return known
  throw new LonghandError('conflict', 'Another entry has this id.')
}

function bodyOf(entry: NewEntry | StoredEntry['entry']): string {
  if (entry.type === 'message') return JSON.stringify(entry.message)
  const { id, depth, about, ...body } = entry as NewEntry & { depth?: number }
  return JSON.stringify(body)
}

/** Where a writer who last saw `after` writes: at the head if there is no newer message, otherwise in a new branch. */
function placeAfter(tree: Tree, after: string | null | undefined, hasMessages: boolean): Place {
  if (after === undefined) return tree.head
  const seen = after === null ? { line: tree.head.line, depth: 0 } : find(tree, after)
  const onBranch =
    after === null ||
    (seen.depth <= tree.head.depth && sourceOf(tree, { ...tree.head, depth: seen.depth }) === seen.line)
  const line = onBranch ? tree.head.line : seen.line
  const branch = branchAt(tree, onBranch ? tree.head : { line, depth: line === 0 ? 0 : tipOf(tree.lines[line - 1]!) })
  const next = branch.slice(seen.depth).find(({ entry }) => entry.type === 'message')
  if (onBranch && (next === undefined || !hasMessages)) return tree.head
  if (!hasMessages) throw new LonghandError('stale', 'The head has left this branch.')
  return { line, depth: next === undefined ? branch.length : next.entry.depth - 1 }
}

function find(tree: Tree, id: string): Place {
  const found = tree.entries.get(id)
  if (found !== undefined) return { line: found.line, depth: found.entry.depth }
  throw new LonghandError('not-found', 'No such entry.')
}

/** The base of a compaction must be the one in force. */
function checkBases(tree: Tree, place: Place, added: readonly NewEntry[]): void {
  if (added.every(({ type }) => type !== 'compaction')) return
  let branch = branchAt(tree, place).map(({ entry }) => entry)
  for (const entry of added) {
    if (entry.type === 'compaction' && entry.base !== (activeCompaction(branch)?.id ?? null)) {
      throw new LonghandError('stale', 'Another compaction is in force.')
    }
    branch = [...branch, placed(branch, entry, entry.id)]
  }
}

const needsLine = (tree: Tree, { line, depth }: Place): boolean => line === 0 || depth < tipOf(tree.lines[line - 1]!)

/** A protection outside the span of a running compaction does not invalidate it. */
const changesHead = (tree: Tree, entry: NewEntry): boolean =>
  entry.type === 'protection' && !tree.jobs.some(job => isLive(job) && job.span.to < entry.span.from)

/** Puts an entry at the end of a line. */
export function insertEntry(
  state: MemoryState,
  tree: Tree,
  line: number,
  added: NewEntry,
  at = state.now(),
): StoredEntry {
  const { id, about, ...draft } = state.takeEntry(added)
  const held = tree.lines[line - 1]!
  const depth = tipOf(held) + 1
  const number = newestNumber(tree, { line, depth: depth - 1 }) + 1
  const entry = { ...draft, id, depth, ...(draft.type === 'message' ? { number } : {}) } as StoredEntry['entry']
  const stored = frozen({ entry, line, at, about: about ?? null })
  held.entries.push(stored)
  held.bare.push(entry)
  if (entry.type !== 'message') held.marks.push(stored)
  tree.entries.set(id, stored)
  return stored
}

function newestNumber(tree: Tree, { line, depth }: Place): number {
  const held = tree.lines[line - 1]
  if (held === undefined) return 0
  for (let at = depth - held.forked - 1; at >= 0; at--) {
    const entry = held.entries[at]?.entry
    if (entry?.type === 'message') return entry.number
  }
  return held.parent === null ? 0 : newestNumber(tree, { line: held.parent, depth: Math.min(depth, held.forked) })
}
