import type { Chores } from '../../engine/ports/store.ts'
import { keptMs } from './checkpoints.ts'
import { bare as bareJob, take } from './compactions.ts'
import { remove } from './conversations.ts'
import { giveUp, isSilent, shortenLeases } from './leases.ts'
import { bare as bareTurn, takeTurn } from './turns.ts'
import type { Tree, World } from './world.ts'

export function chores(world: World): Chores {
  const trees = (): readonly Tree[] => [...world.trees.values()]
  return {
    claimCompaction: async lease => {
      for (const tree of trees()) {
        const job = take(world, tree, ['pending'], lease)
        if (job !== null) return { ...bareJob(job), owner: tree.owner }
      }
      return null
    },
    claimTurn: async lease => {
      for (const tree of trees()) {
        const { owner, deletedAt, turns } = tree
        shortenLeases(world, tree, lease.ms)
        giveUp(world, tree)
        const silent = turns.find(turn => isSilent(world, turn))
        if (silent !== undefined && deletedAt === null) return { ...bareTurn(takeTurn(world, silent, lease)), owner }
      }
      return null
    },
    endLeases: async () => {
      for (const { jobs, turns } of trees())
        for (const each of [...jobs, ...turns]) each.leaseUntil = Number.NEGATIVE_INFINITY
      for (const run of world.runs.values()) run.lost = true
    },
    sweep: async () => {
      const old = world.now() - keptMs
      const gone = trees().filter(({ deletedAt }) => deletedAt !== null && deletedAt < old)
      for (const tree of gone) remove(world, tree)
      for (const { id, deletedAt } of [...world.projects.values()]) {
        if (deletedAt !== null && deletedAt < old) world.projects.delete(id)
      }
      const jobs = trees().reduce((sum, tree) => sum + giveUp(world, tree), 0)
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

const bytesOf = (trees: readonly Tree[]): number =>
  trees
    .flatMap(({ lines }) => lines.flatMap(({ entries }) => entries))
    .reduce((sum, { entry }) => sum + Buffer.byteLength(JSON.stringify(entry)), 0)
