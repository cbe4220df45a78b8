import type { Chores } from '../../engine/store.ts'
import { keptMs } from './checkpoints.ts'
import { bare as bareJob, giveUp, take } from './compactions.ts'
import { remove } from './conversations.ts'
import { bare as bareTurn, takeTurn } from './turns.ts'
import type { Room, World } from './world.ts'

export function chores(world: World): Chores {
  const rooms = (): readonly Room[] => [...world.rooms.values()]
  return {
    claimCompaction: async lease => {
      for (const room of rooms()) {
        const job = take(world, room, ['pending'], lease)
        if (job !== null) return { ...bareJob(job), owner: room.owner }
      }
      return null
    },
    claimTurn: async lease => {
      for (const { owner, deletedAt, turns } of rooms()) {
        const silent = turns.find(turn => turn.status === 'running' && turn.leaseUntil < world.now())
        if (silent !== undefined && deletedAt === null) return { ...bareTurn(takeTurn(world, silent, lease)), owner }
      }
      return null
    },
    endLeases: async () => {
      for (const { jobs, turns } of rooms())
        for (const each of [...jobs, ...turns]) each.leaseUntil = Number.NEGATIVE_INFINITY
      for (const run of world.runs.values()) run.lost = true
    },
    sweep: async () => {
      const old = world.now() - keptMs
      const gone = rooms().filter(({ deletedAt }) => deletedAt !== null && deletedAt < old)
      for (const room of gone) remove(world, room)
      for (const { id, deletedAt } of [...world.projects.values()]) {
        if (deletedAt !== null && deletedAt < old) world.projects.delete(id)
      }
      const jobs = rooms().reduce((sum, room) => sum + giveUp(world, room), 0)
      return {
        checkpoints: rooms().reduce((sum, room) => sum + expire(room, old), 0),
        conversations: gone.length,
        jobs,
      }
    },
    sizes: async () => {
      const owners = Map.groupBy(rooms(), ({ owner }) => owner)
      const sizes = [...owners].map(([owner, held]) => ({ owner, conversations: held.length, bytes: bytesOf(held) }))
      return sizes.toSorted((a, b) => b.bytes - a.bytes || (a.owner < b.owner ? -1 : 1))
    },
  }
}

function expire(room: Room, old: number): number {
  const before = room.checkpoints.length
  room.checkpoints = room.checkpoints.filter(({ at }) => at >= old)
  return before - room.checkpoints.length
}

const bytesOf = (rooms: readonly Room[]): number =>
  rooms
    .flatMap(({ lines }) => lines.flatMap(({ entries }) => entries))
    .reduce((sum, { entry }) => sum + Buffer.byteLength(JSON.stringify(entry)), 0)
