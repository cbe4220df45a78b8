import { inForce } from '../../core/branch.ts'
import { LonghandError } from '../../core/errors.ts'
import type { Checkpoint, Checkpoints, NewCheckpoint } from '../../engine/store-checkpoints.ts'
import { branchAt, shown, totalsOf } from './tree.ts'
import { copy, type Room, roomOf, touch, type World } from './world.ts'

export const keptCheckpoints = 50
export const keptMs = 30 * 24 * 60 * 60 * 1000

export function checkpoints(world: World, owner: string): Checkpoints {
  const find = (room: Room, id: string): Checkpoint => {
    const found = room.checkpoints.find(checkpoint => checkpoint.id === id)
    if (found === undefined) throw new LonghandError('not-found', 'No such checkpoint.')
    return found
  }
  return {
    create: async (conversation, checkpoint) => {
      const room = roomOf(world, owner, conversation)
      const saved = saveCheckpoint(world, room, checkpoint)
      touch(world, room, 'checkpoints')
      return copy(saved)
    },
    list: async conversation => copy(roomOf(world, owner, conversation).checkpoints.toReversed()),
    update: async (conversation, id, change) => {
      const room = roomOf(world, owner, conversation)
      const changed = { ...find(room, id), ...copy(change) }
      room.checkpoints = room.checkpoints.map(each => (each.id === id ? changed : each))
      touch(world, room, 'checkpoints')
      return copy(changed)
    },
    remove: async (conversation, id) => {
      const room = roomOf(world, owner, conversation)
      const found = find(room, id)
      room.checkpoints = room.checkpoints.filter(each => each !== found)
      touch(world, room, 'checkpoints')
    },
    restore: async (conversation, id) => {
      const room = roomOf(world, owner, conversation)
      const { place, label } = find(room, id)
      const before = saveCheckpoint(world, room, { label: `Before restoring ${label}`, kind: 'before-restore' })
      room.head = place
      touch(world, room, 'head')
      return copy({ conversation: shown(room), before })
    },
  }
}

/** Saves where the head is. At most 50 stay, automatic ones go first; none older than 30 days. */
export function saveCheckpoint(world: World, room: Room, checkpoint: NewCheckpoint): Checkpoint {
  const { label, tags = [], kind = 'manual', used } = checkpoint
  const branch = branchAt(room, room.head)
  const { messages, tokens } = totalsOf(branch)
  const saved: Checkpoint = {
    id: String(++room.checkpointsMade),
    ...{ label, tags, kind, place: room.head, number: messages, model: room.model },
    used: used ?? room.status?.used ?? tokens,
    compaction: inForce(branch.map(({ entry }) => entry))?.version ?? 0,
    at: world.now(),
  }
  const rank = (each: Checkpoint) => (each === saved ? 0 : each.kind === 'manual' ? 1 : 2)
  const best = [...room.checkpoints, saved].toSorted((a, b) => rank(a) - rank(b) || Number(b.id) - Number(a.id))
  const kept = new Set(best.slice(0, keptCheckpoints).filter(({ at }) => at >= world.now() - keptMs))
  room.checkpoints = [...room.checkpoints, saved].filter(each => kept.has(each))
  return saved
}
