import type { Entry } from '../../core/entry.ts'
import { weightOf } from '../../core/weight.ts'
import { createPacer } from '../../engine/long-work/pacer.ts'
import type { Branches, Cursor, Entries, Hit, Page, StoredEntry } from '../../engine/ports/store-entries.ts'
import { checkEntries } from '../check-entries.ts'
import { previewOf } from '../entry-row.ts'
import { responseOf } from '../response-of.ts'
import { wordsOf } from '../words-of.ts'
import { saveCheckpoint } from './checkpoints.ts'
import { copy, type MemoryState, type Tree, touch, treeOf, visibleTrees } from './memory-state.ts'
import { exactFinder, finder } from './search.ts'
import { branchAt, checkPlace, shortBranch, shown, startLine, tipOf, totalsOf } from './tree.ts'
import { write } from './write.ts'

export function entries(state: MemoryState, owner: string): Entries {
  return {
    append: async (conversation, added, options) =>
      write(state, treeOf(state, owner, conversation), checkEntries(added), options),
    branch: async (conversation, at) => {
      const tree = treeOf(state, owner, conversation)
      return { conversation: shown(tree), branch: shortBranch(tree, checkPlace(tree, at)) }
    },
    page: async (conversation, page) => {
      const tree = treeOf(state, owner, conversation)
      return pageOf(branchAt(tree, checkPlace(tree, page.at)), page)
    },
    walk: async function* (conversation, { span = { from: 1, to: Number.POSITIVE_INFINITY }, at } = {}) {
      const tree = treeOf(state, owner, conversation)
      for (const stored of branchAt(tree, checkPlace(tree, at)).slice(span.from - 1, span.to)) yield stored
    },
    find: async (conversation, ids) => {
      const tree = treeOf(state, owner, conversation)
      return ids.flatMap(id => tree.entries.get(id) ?? [])
    },
    findByResponse: async response => {
      const found = visibleTrees(state, owner).flatMap(({ id, entries }) =>
        [...entries.values()]
          .filter(({ about }) => responseOf(about) === response)
          .map(stored => ({ conversation: id, stored })),
      )
      const newestFirst = found.toSorted(({ stored: a }, { stored: b }) => b.at - a.at || b.entry.depth - a.entry.depth)
      return newestFirst[0] ?? null
    },
    totals: async (conversation, { from, to }, at) => {
      const tree = treeOf(state, owner, conversation)
      return totalsOf(branchAt(tree, checkPlace(tree, at)).slice(Math.max(from - 1, 0), Math.max(to, 0)))
    },
    search: async (query, { conversation, limit = 20 } = {}) => {
      const trees = visibleTrees(state, owner).filter(({ id }) => conversation === undefined || id === conversation)
      const [matches, isExact] = [finder(query), exactFinder(query)]
      const found: { readonly hit: Hit; readonly rank: number }[] = []
      const pace = createPacer()
      for (const tree of trees) {
        for (const { line, entries: held } of tree.lines) {
          for (const { entry, at } of [...held]) {
            if (entry.type !== 'message') continue
            const words = await wordsOf(entry.message, pace)
            if (matches(words)) found.push({ hit: hitOf(tree, { line, entry, at }), rank: isExact(words) ? 0 : 1 })
            await pace()
          }
        }
      }
      const best = found.toSorted(
        (a, b) => a.rank - b.rank || b.hit.at - a.hit.at || b.hit.place.depth - a.hit.place.depth,
      )
      return best.slice(0, limit).map(({ hit }) => hit)
    },
  }
}

/** Every depth holds one entry, so a page is a range. */
function pageOf(branch: readonly StoredEntry[], { before, after, limit }: Page) {
  const size = Math.min(Math.max(limit, 1), 1000)
  const end =
    before === undefined ? branch.length : Math.min((depthOf(branch, before) ?? branch.length + 1) - 1, branch.length)
  if (after === undefined) {
    const start = Math.max(end - size, 0)
    return { entries: branch.slice(start, Math.max(end, 0)), more: start > 0 }
  }
  const start = Math.max(depthOf(branch, after) ?? ('number' in after && after.number < 1 ? 0 : branch.length), 0)
  return { entries: branch.slice(start, Math.min(start + size, end)), more: start + size < end }
}

function depthOf(branch: readonly StoredEntry[], cursor: Cursor): number | undefined {
  if ('depth' in cursor) return cursor.depth
  return branch.find(({ entry }) => entry.type === 'message' && entry.number === cursor.number)?.entry.depth
}

/** How long a message may be that comes with its hit. */
const maxHitLength = 20_000

function hitOf(tree: Tree, { line, entry, at }: Said): Hit {
  const { id, depth, number, message } = entry
  const hit = { conversation: tree.id, title: tree.title, entry: id, place: { line, depth }, number, at }
  const isShort = weightOf(message, maxHitLength, 1) <= maxHitLength
  return { ...hit, role: message.role, preview: previewOf(message) ?? '', message: isShort ? message : null }
}

type Said = { readonly line: number; readonly entry: Extract<Entry, { type: 'message' }>; readonly at: number }

export function branches(state: MemoryState, owner: string): Branches {
  const move =
    (how: 'move' | 'fork'): Branches['move'] =>
    async (conversation, to) => {
      const tree = treeOf(state, owner, conversation)
      const place = checkPlace(tree, to)
      saveCheckpoint(state, tree, { label: how === 'fork' ? 'Before fork' : 'Before moving', kind: 'before-restore' })
      tree.head = how === 'fork' ? { line: startLine(tree, place, state.now()), depth: place.depth } : place
      touch(state, tree, 'head')
      return shown(tree)
    }
  return {
    list: async conversation => {
      const tree = treeOf(state, owner, conversation)
      const tips = tree.lines.map(({ line, parent, forked, at, entries: held }) => {
        const tip = { line, depth: tipOf(tree.lines[line - 1]!) }
        const previews = held.flatMap(({ entry }) => (entry.type === 'message' ? (previewOf(entry.message) ?? []) : []))
        return {
          tip,
          from: parent === null ? null : { line: parent, depth: forked },
          messages: totalsOf(branchAt(tree, tip)).messages,
          preview: previews.at(-1) ?? '',
          at: held.at(-1)?.at ?? at,
          current: line === tree.head.line,
        }
      })
      return copy(tips.toReversed())
    },
    move: move('move'),
    fork: move('fork'),
  }
}
