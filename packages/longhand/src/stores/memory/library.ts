import { LonghandError } from '../../core/errors.ts'
import type { Memories, Memory, Project, Projects } from '../../engine/store-projects.ts'
import type { Runs } from '../../engine/store-runs.ts'
import type { States } from '../../engine/store-states.ts'
import { uuid } from '../uuid.ts'
import { emptyRoom, hide } from './conversations.ts'
import { finder } from './search.ts'
import { copy, type Room, roomOf, type World } from './world.ts'

export function projects(world: World, owner: string): Projects {
  const roomsOf = (id: string) => [...world.rooms.values()].filter(({ project }) => project === id)
  const find = (id: string) => {
    const project = world.projects.get(id)
    if (project?.owner === owner && project.deletedAt === null) return project
    throw new LonghandError('not-found', 'No such project.')
  }
  const shown = ({ id, name, createdAt }: ReturnType<typeof find>): Project => {
    const chats = roomsOf(id).filter(room => room.kind === 'chat' && room.deletedAt === null && !room.importing)
    const officer = roomsOf(id).find(room => room.kind === 'officer')!.id
    return { id, name, officer, conversations: chats.length, createdAt }
  }
  return {
    create: async ({ id, name, officer }) => {
      if (!world.projects.has(uuid(id))) {
        if (world.rooms.has(uuid(officer)))
          throw new LonghandError('conflict', 'Something with this id is already there.')
        world.projects.set(id, { id, owner, name, createdAt: world.now(), deletedAt: null })
        world.rooms.set(officer, { ...emptyRoom(world, owner, officer), kind: 'officer', project: id, title: name })
      }
      return shown(find(id))
    },
    list: async () =>
      [...world.projects.values()]
        .filter(project => project.owner === owner && project.deletedAt === null)
        .toSorted((a, b) => a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1))
        .map(shown),
    rename: async (id, name) => shown(Object.assign(find(id), { name })),
    delete: async id => {
      const project = find(id)
      for (const room of roomsOf(id)) if (room.deletedAt === null && !room.importing) hide(world, room)
      project.deletedAt = world.now()
    },
  }
}

export function memories(world: World, owner: string): Memories {
  const shown = ({ id, title, project, memory }: Room): Memory => ({ conversation: id, title, project, ...memory! })
  return {
    put: async (conversation, text) => {
      roomOf(world, owner, conversation).memory = { text, at: world.now() }
    },
    get: async conversation => {
      const room = roomOf(world, owner, conversation)
      return room.memory === null ? null : shown(room)
    },
    search: async (words, { project, limit = 10 } = {}) => {
      const matches = finder(words)
      return [...world.rooms.values()]
        .filter(room => room.owner === owner && room.deletedAt === null && !room.importing && room.memory !== null)
        .filter(room => (project === undefined || room.project === project) && matches(room.memory!.text))
        .toSorted((a, b) => b.memory!.at - a.memory!.at)
        .slice(0, limit)
        .map(shown)
    },
  }
}

export function runs(world: World, owner: string): Runs {
  const key = (id: string) => `${owner} ${id}`
  return {
    attach: async ({ id, conversation, face }) => {
      roomOf(world, owner, conversation)
      const seenAt = world.now()
      const startedAt = world.runs.get(key(id))?.startedAt ?? seenAt
      world.runs.set(key(id), { id, conversation, face, startedAt, seenAt, owner, lost: false })
    },
    beat: async id => {
      const run = world.runs.get(key(id))
      if (run !== undefined) world.runs.set(key(id), { ...run, seenAt: world.now(), lost: false })
      return run !== undefined
    },
    leave: async id => {
      world.runs.delete(key(id))
    },
    unclean: async ({ silentMs }) =>
      [...world.runs.values()]
        .filter(run => run.owner === owner && (run.lost || run.seenAt < world.now() - silentMs))
        .toSorted((a, b) => b.seenAt - a.seenAt || (a.id < b.id ? -1 : 1))
        .flatMap(({ owner: _, lost, ...run }) => {
          const room = world.rooms.get(run.conversation)!
          if (room.deletedAt !== null) return []
          return [copy({ run, title: room.title, checkpoint: room.checkpoints.at(-1) ?? null })]
        }),
  }
}

export function states(world: World, owner: string, kind: 'calibration' | 'breaker'): States {
  const key = (name: string) => `${owner} ${kind} ${name}`
  return {
    get: async name => copy(world.states.get(key(name))?.state ?? null),
    put: async (name, state) => {
      world.states.set(key(name), { owner, kind, name, state: copy(state), at: world.now() })
    },
  }
}
