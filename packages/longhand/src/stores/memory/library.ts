import { LonghandError } from '../../core/errors.ts'
import type { Memories, Memory, Project, ProjectFile, Projects } from '../../engine/ports/store-projects.ts'
import type { Run, Runs } from '../../engine/ports/store-runs.ts'
import type { NamedState, States } from '../../engine/ports/store-states.ts'
import { indexed } from '../storable.ts'
import { uuid } from '../uuid.ts'
import { emptyTree, hide } from './conversations.ts'
import { copy, type MemoryState, type StoredProject, type Tree, treeOf, visibleTrees } from './memory-state.ts'
import { exactFinder, finder } from './search.ts'

export function projects(state: MemoryState, owner: string): Projects {
  const treesOf = (id: string) => [...state.trees.values()].filter(({ project }) => project === id)
  const officerOf = (id: string) => treesOf(id).find(tree => tree.kind === 'officer')
  const find = (id: string) => {
    const project = state.projects.get(id)
    if (project?.owner === owner && project.deletedAt === null) return project
    throw new LonghandError('not-found', 'No such project.')
  }
  const shown = ({ id, name, createdAt }: ReturnType<typeof find>): Project => {
    const chats = treesOf(id).filter(tree => tree.kind === 'chat' && tree.deletedAt === null && !tree.importing)
    return { id, name, officer: officerOf(id)!.id, conversations: chats.length, createdAt }
  }
  return {
    create: async ({ id, name, officer }) => {
      if (!state.projects.has(uuid(id))) {
        if (state.trees.has(uuid(officer)))
          throw new LonghandError('conflict', 'Something with this id is already there.')
        state.projects.set(id, { id, owner, name, createdAt: state.now(), deletedAt: null, files: new Map() })
        state.trees.set(officer, { ...emptyTree(state, owner, officer), kind: 'officer', project: id, title: name })
      }
      return shown(find(id))
    },
    list: async () =>
      [...state.projects.values()]
        .filter(project => project.owner === owner && project.deletedAt === null && officerOf(project.id) !== undefined)
        .toSorted((a, b) => a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1))
        .map(shown),
    rename: async (id, name) => shown(Object.assign(find(id), { name })),
    delete: async id => {
      const project = find(id)
      for (const tree of treesOf(id)) if (tree.deletedAt === null && !tree.importing) hide(state, tree)
      project.deletedAt = state.now()
    },
    files: async id => filesOf(find(id)),
    putFile: async (id, file) => void find(id).files.set(file.name, { ...file, at: state.now() }),
    deleteFile: async (id, name) => void find(id).files.delete(name),
  }
}

/** By name, as bytes are ordered. */
export const filesOf = ({ files }: Pick<StoredProject, 'files'>): readonly ProjectFile[] =>
  [...files.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1))

export function memories(state: MemoryState, owner: string): Memories {
  const shown = ({ id, title, project, memory }: Tree): Memory => ({ conversation: id, title, project, ...memory! })
  const newest = (project: string | undefined) =>
    visibleTrees(state, owner)
      .filter(tree => tree.memory !== null && (project === undefined || tree.project === project))
      .toSorted((a, b) => b.memory!.at - a.memory!.at || (a.id < b.id ? -1 : 1))
  return {
    put: async (conversation, text) => {
      treeOf(state, owner, conversation).memory = { text, at: state.now() }
    },
    get: async conversation => {
      const tree = treeOf(state, owner, conversation)
      return tree.memory === null ? null : shown(tree)
    },
    list: async ({ project, limit = 50 } = {}) => newest(project).slice(0, limit).map(shown),
    search: async (query, { project, limit = 10 } = {}) => {
      const [matches, isExact] = [finder(query), exactFinder(query)]
      const found = newest(project)
        .map(tree => ({ tree, text: indexed(tree.memory!.text) }))
        .filter(({ text }) => matches(text))
        .map(({ tree, text }) => ({ tree, rank: isExact(text) ? 0 : 1 }))
      return found
        .toSorted((a, b) => a.rank - b.rank)
        .slice(0, limit)
        .map(({ tree }) => shown(tree))
    },
    delete: async conversation => {
      treeOf(state, owner, conversation).memory = null
    },
  }
}

export function runs(state: MemoryState, owner: string): Runs {
  const key = (id: string) => `${owner} ${id}`
  return {
    attach: async ({ id, conversation, client }) => {
      treeOf(state, owner, conversation)
      const seenAt = state.now()
      const startedAt = state.runs.get(key(id))?.startedAt ?? seenAt
      state.runs.set(key(id), { id, conversation, client, startedAt, seenAt, owner, lost: false })
    },
    beat: async id => {
      const run = state.runs.get(key(id))
      if (run !== undefined) state.runs.set(key(id), { ...run, seenAt: state.now(), lost: false })
      return run !== undefined
    },
    leave: async id => {
      state.runs.delete(key(id))
    },
    unclean: async ({ silentMs }) =>
      [...state.runs.values()]
        .filter(run => run.owner === owner && (run.lost || !isSeenWithin(run, state.now(), silentMs)))
        .toSorted((a, b) => b.seenAt - a.seenAt || (a.id < b.id ? -1 : 1))
        .flatMap(({ owner: _, lost, ...run }) => {
          const tree = state.trees.get(run.conversation)!
          if (tree.deletedAt !== null) return []
          return [copy({ run, title: tree.title, checkpoint: tree.checkpoints.at(-1) ?? null })]
        }),
  }
}

/** A run that was seen in the future was seen before the clock was set back; if it is alive, it is seen again soon. */
const isSeenWithin = ({ seenAt }: Run, now: number, ms: number): boolean => seenAt <= now && seenAt >= now - ms

export function putState(world: MemoryState, { owner, kind, name, state }: OwnedState): void {
  world.states.set(`${owner} ${kind} ${name}`, { owner, kind, name, state: copy(state), at: world.now() })
}

type OwnedState = Pick<NamedState, 'name' | 'state'> & {
  readonly owner: string
  readonly kind: 'calibration' | 'breaker' | 'report' | 'prose'
}

export function states(world: MemoryState, owner: string, kind: OwnedState['kind']): States {
  const key = (name: string) => `${owner} ${kind} ${name}`
  return {
    get: async name => copy(world.states.get(key(name))?.state ?? null),
    put: async (name, state) => putState(world, { owner, kind, name, state }),
    list: async () =>
      [...world.states.values()]
        .filter(state => state.owner === owner && state.kind === kind)
        .toSorted((a, b) => (a.name < b.name ? -1 : 1))
        .map(({ name, state, at }) => copy({ name, state, at })),
    delete: async name => {
      world.states.delete(key(name))
    },
  }
}
