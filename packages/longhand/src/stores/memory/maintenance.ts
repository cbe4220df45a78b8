import type { Maintenance } from '../../engine/ports/store.ts'
import { expireAnswered } from './answered.ts'
import { keptMs } from './checkpoints.ts'
import { publicJob, takeJob } from './compactions.ts'
import { remove } from './conversations.ts'
import { endCrashLoops, isSilent, shortenLeases } from './leases.ts'
import type { MemoryState, Tree } from './memory-state.ts'
import { publicTurn, takeTurn } from './turns.ts'

export function maintenance(state: MemoryState): Maintenance {
  const trees = (): readonly Tree[] => [...state.trees.values()]
  return {
    claimCompaction: async lease => {
      for (const tree of trees()) {
        const job = takeJob(state, tree, ['pending'], lease)
        if (job !== null) return { ...publicJob(job), owner: tree.owner }
      }
      return null
    },
    claimTurn: async lease => {
      for (const tree of trees()) {
        const { owner, deletedAt, turns } = tree
        shortenLeases(state, tree, lease.ms)
        endCrashLoops(state, tree)
        const silent = turns.find(turn => isSilent(state, turn))
        if (silent !== undefined && deletedAt === null) return { ...publicTurn(takeTurn(state, silent, lease)), owner }
      }
      return null
    },
    endLeases: async () => {
      for (const { jobs, turns } of trees())
        for (const each of [...jobs, ...turns]) each.leaseUntil = Number.NEGATIVE_INFINITY
      for (const run of state.runs.values()) run.lost = true
    },
    sweep: async () => {
      const old = state.now() - keptMs
      const gone = trees().filter(({ deletedAt }) => deletedAt !== null && deletedAt < old)
      for (const tree of gone) remove(state, tree)
      for (const { id, deletedAt } of [...state.projects.values()]) {
        if (deletedAt !== null && deletedAt < old) state.projects.delete(id)
      }
      expireAnswered(state, old)
      const jobs = trees().reduce((sum, tree) => sum + endCrashLoops(state, tree), 0)
      return {
        checkpoints: trees().reduce((sum, tree) => sum + expire(tree, old), 0),
        conversations: gone.length,
        jobs,
      }
    },
    sizes: async () => {
      const owners = Map.groupBy(trees(), ({ owner }) => owner)
      const sizes = [...owners].map(([owner, held]) => ({ owner, conversations: held.length, bytes: bytesOf(held) }))
      return sizes.toSorted((a, b) => b.bytes - a.bytes || (a.owner < b.owner ? -1 : 1))
    },
  }
}

function expire(tree: Tree, old: number): number {
  const before = tree.checkpoints.length
  tree.checkpoints = tree.checkpoints.filter(({ at }) => at >= old)
  return before - tree.checkpoints.length
}

export const bytesOf = (trees: readonly Tree[]): number =>
  trees
    .flatMap(({ lines }) => lines.flatMap(({ entries }) => entries))
    .reduce((sum, { entry }) => sum + Buffer.byteLength(JSON.stringify(entry)), 0)
