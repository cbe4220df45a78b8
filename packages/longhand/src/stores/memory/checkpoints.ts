import { activeCompaction } from '../../core/branch.ts'
import { LonghandError } from '../../core/errors.ts'
import type { Checkpoint, Checkpoints, NewCheckpoint } from '../../engine/ports/store-checkpoints.ts'
import { copy, type MemoryState, type Tree, touch, treeOf } from './memory-state.ts'
import { branchAt, shown, totalsOf } from './tree.ts'

export const keptCheckpoints = 50
export const keptMs = 30 * 24 * 60 * 60 * 1000

export function checkpoints(state: MemoryState, owner: string): Checkpoints {
  const find = (tree: Tree, id: string): Checkpoint => {
    const found = tree.checkpoints.find(checkpoint => checkpoint.id === id)
    if (found === undefined) throw new LonghandError('not-found', 'No such checkpoint.')
    return found
  }
  return {
    create: async (conversation, checkpoint) => {
      const tree = treeOf(state, owner, conversation)
      const saved = saveCheckpoint(state, tree, checkpoint)
      touch(state, tree, 'checkpoints')
      return copy(saved)
    },
    list: async conversation => copy(treeOf(state, owner, conversation).checkpoints.toReversed()),
    update: async (conversation, id, change) => {
      const tree = treeOf(state, owner, conversation)
      const changed = { ...find(tree, id), ...copy(change) }
      tree.checkpoints = tree.checkpoints.map(each => (each.id === id ? changed : each))
      touch(state, tree, 'checkpoints')
      return copy(changed)
    },
    remove: async (conversation, id) => {
      const tree = treeOf(state, owner, conversation)
      const found = find(tree, id)
      tree.checkpoints = tree.checkpoints.filter(each => each !== found)
      touch(state, tree, 'checkpoints')
    },
    restore: async (conversation, id) => {
      const tree = treeOf(state, owner, conversation)
      const { place, label } = find(tree, id)
      const before = saveCheckpoint(state, tree, { label: `Before restoring ${label}`, kind: 'before-restore' })
      tree.head = place
      touch(state, tree, 'head')
      return copy({ conversation: shown(tree), before })
    },
  }
}

/** Saves where the head is. At most 50 stay, automatic ones go first; none older than 30 days. */
export function saveCheckpoint(state: MemoryState, tree: Tree, checkpoint: NewCheckpoint): Checkpoint {
  const { label, tags = [], kind = 'manual', used } = checkpoint
  const branch = branchAt(tree, tree.head)
  const { messages, tokens } = totalsOf(branch)
  const saved: Checkpoint = {
    id: String(++tree.checkpointsMade),
    ...{ label, tags, kind, place: tree.head, number: messages, model: tree.model },
    used: used ?? tree.status?.used ?? tokens,
    compaction: activeCompaction(branch.map(({ entry }) => entry))?.version ?? 0,
    at: state.now(),
  }
  const rank = (each: Checkpoint) => (each === saved ? 0 : each.kind === 'manual' ? 1 : 2)
  const best = [...tree.checkpoints, saved].toSorted((a, b) => rank(a) - rank(b) || Number(b.id) - Number(a.id))
  const kept = new Set(best.slice(0, keptCheckpoints).filter(({ at }) => at >= state.now() - keptMs))
  tree.checkpoints = [...tree.checkpoints, saved].filter(each => kept.has(each))
  return saved
}
