import { LonghandError } from '../../core/errors.ts'
import type { Conversation, Conversations } from '../../engine/store-conversations.ts'
import { cursor, readCursor } from '../cursor.ts'
import { wordsOf } from '../postgres/entry-row.ts'
import { uuid } from '../uuid.ts'
import { finder } from './search.ts'
import { shown } from './tree.ts'
import { copy, isLive, type Room, roomOf, touch, type World } from './world.ts'

export function conversations(world: World, owner: string): Conversations {
  return {
    create: async ({ id, ...fields }) => {
      checkProject(world, owner, fields.project)
      if (!world.rooms.has(uuid(id))) {
        const room = emptyRoom(world, owner, id)
        Object.assign(room, copy(fields))
        world.rooms.set(id, room)
        world.board.tell({ type: 'changed', owner, conversation: id, version: room.version, topic: 'settings' })
      }
      return copy(shown(roomOf(world, owner, id)))
    },
    get: async id => copy(shown(roomOf(world, owner, id))),
    list: async ({ search, project, deleted, from, limit = 50 }) => {
      const start = from === undefined ? null : readCursor(from)
      const matches = search === undefined ? null : finder(search)
      const found = [...world.rooms.values()]
        .filter(room => room.owner === owner && !room.importing && (room.deletedAt !== null) === (deleted === 'only'))
        .filter(room => project === undefined || room.project === project)
        .filter(room => matches === null || textsOf(room).some(matches))
        .filter(room => start === null || isAfter(start, room))
        .toSorted((a, b) => b.updatedAt - a.updatedAt || (a.id < b.id ? 1 : -1))
      const page = found.slice(0, limit).map(room => copy(shown(room)))
      return { conversations: page, next: found.length > limit ? cursor(page.at(-1)!) : null }
    },
    update: async (id, change) => {
      const room = roomOf(world, owner, id)
      checkProject(world, owner, change.project)
      Object.assign(room, copy(change))
      touch(world, room, 'settings')
      return copy(shown(room))
    },
    note: async (id, status) => {
      roomOf(world, owner, id).status = copy(status)
    },
    delete: async id => hide(world, mayGo(roomOf(world, owner, id))),
    undelete: async id => {
      const room = world.rooms.get(id)
      const project = room?.project ? world.projects.get(room.project) : undefined
      if (room?.owner === owner && !room.importing && project?.deletedAt == null) room.deletedAt = null
      touch(world, roomOf(world, owner, id), 'settings')
      return copy(shown(roomOf(world, owner, id)))
    },
    purge: async id => {
      const room = world.rooms.get(id)
      if (room?.owner !== owner) throw new LonghandError('not-found', 'No such conversation.')
      remove(world, mayGo(room))
      touch(world, room, 'deleted')
    },
  }
}

export function emptyRoom(world: World, owner: string, id: string): Room {
  const now = world.now()
  return {
    ...{ id, owner, kind: 'chat', project: null, title: null, model: null, settings: {}, status: null },
    ...{
      head: { line: 0, depth: 0 },
      epoch: 0,
      version: 1,
      createdAt: now,
      updatedAt: now,
      deletedAt: null,
      importing: false,
    },
    ...{ lines: [], checkpoints: [], checkpointsMade: 0, jobs: [], turns: [], memory: null },
  }
}

function mayGo(room: Room): Room {
  if (room.kind === 'chat') return room
  throw new LonghandError('not-allowed', 'An officer goes with its project. Delete the project.')
}

/** Hides a conversation and ends what runs in it. */
export function hide(world: World, room: Room): void {
  const endedAt = world.now()
  room.deletedAt = endedAt
  for (const job of room.jobs) if (isLive(job)) Object.assign(job, { status: 'cancelled', reason: 'deleted', endedAt })
  for (const turn of room.turns) if (turn.status === 'running') Object.assign(turn, { status: 'interrupted', endedAt })
  touch(world, room, 'deleted')
}

/** Every trace of it. */
export function remove(world: World, room: Room): void {
  world.rooms.delete(room.id)
  for (const [key, run] of world.runs) if (run.conversation === room.id) world.runs.delete(key)
}

function checkProject(world: World, owner: string, project: string | null | undefined): void {
  if (project === undefined || project === null) return
  const found = world.projects.get(project)
  if (found?.owner !== owner || found.deletedAt !== null) throw new LonghandError('not-found', 'No such project.')
}

const textsOf = (room: Room): readonly string[] => [
  room.title ?? '',
  room.memory?.text ?? '',
  ...room.lines.flatMap(({ entries }) =>
    entries.map(({ entry }) => (entry.type === 'message' ? wordsOf(entry.message) : '')),
  ),
]

const isAfter = (
  start: { readonly at: number; readonly id: string },
  { updatedAt, id }: Pick<Conversation, 'updatedAt' | 'id'>,
) => updatedAt < start.at || (updatedAt === start.at && id < start.id)
