import { LonghandError } from '../../core/errors.ts'
import type { Conversation, Conversations } from '../../engine/ports/store-conversations.ts'
import type { StoredEntry } from '../../engine/ports/store-entries.ts'
import { cursor, readCursor } from '../cursor.ts'
import { wordsOf } from '../entry-row.ts'
import { uuid } from '../uuid.ts'
import { finder } from './search.ts'
import { shown } from './tree.ts'
import { copy, isLive, type Tree, touch, treeOf, type World } from './world.ts'

export function conversations(world: World, owner: string): Conversations {
  return {
    create: async ({ id, ...fields }) => {
      checkProject(world, owner, fields.project)
      if (!world.trees.has(uuid(id))) {
        const tree = emptyTree(world, owner, id)
        Object.assign(tree, copy(fields))
        world.trees.set(id, tree)
        world.board.tell({ type: 'changed', owner, conversation: id, version: tree.version, topic: 'settings' })
      }
      return copy(shown(treeOf(world, owner, id)))
    },
    get: async id => copy(shown(treeOf(world, owner, id))),
    list: async ({ search, project, deleted, from, limit = 50 }) => {
      const start = from === undefined ? null : readCursor(from)
      const matches = search === undefined ? null : finder(search)
      const found = [...world.trees.values()]
        .filter(tree => tree.owner === owner && !tree.importing && (tree.deletedAt !== null) === (deleted === 'only'))
        .filter(tree => project === undefined || tree.project === project)
        .filter(tree => matches === null || textsOf(tree).some(matches))
        .filter(tree => start === null || isAfter(start, tree))
        .toSorted((a, b) => b.updatedAt - a.updatedAt || (a.id < b.id ? 1 : -1))
      const page = found.slice(0, limit).map(tree => copy(shown(tree)))
      return { conversations: page, next: found.length > limit ? cursor(page.at(-1)!) : null }
    },
    update: async (id, change) => {
      const tree = treeOf(world, owner, id)
      if (change.project !== undefined) mayGo(tree)
      checkProject(world, owner, change.project)
      Object.assign(tree, copy(change))
      touch(world, tree, 'settings')
      return copy(shown(tree))
    },
    note: async (id, status) => {
      treeOf(world, owner, id).status = copy(status)
    },
    delete: async id => hide(world, mayGo(treeOf(world, owner, id))),
    undelete: async id => {
      const tree = world.trees.get(id)
      const project = tree?.project ? world.projects.get(tree.project) : undefined
      if (tree?.owner === owner && !tree.importing && project?.deletedAt == null) tree.deletedAt = null
      touch(world, treeOf(world, owner, id), 'settings')
      return copy(shown(treeOf(world, owner, id)))
    },
    purge: async id => {
      const tree = world.trees.get(id)
      if (tree?.owner !== owner) throw new LonghandError('not-found', 'No such conversation.')
      remove(world, mayGo(tree))
      touch(world, tree, 'deleted')
    },
  }
}

export function emptyTree(world: World, owner: string, id: string): Tree {
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
    ...{
      lines: [],
      entries: new Map<string, StoredEntry>(),
      checkpoints: [],
      checkpointsMade: 0,
      jobs: [],
      turns: [],
      memory: null,
    },
  }
}

function mayGo(tree: Tree): Tree {
  if (tree.kind === 'chat') return tree
  throw new LonghandError('not-allowed', 'An officer goes with its project. Delete the project.')
}

/** Hides a conversation and ends what runs in it. */
export function hide(world: World, tree: Tree): void {
  const endedAt = world.now()
  tree.deletedAt = endedAt
  for (const job of tree.jobs) if (isLive(job)) Object.assign(job, { status: 'cancelled', reason: 'deleted', endedAt })
  for (const turn of tree.turns) if (turn.status === 'running') Object.assign(turn, { status: 'interrupted', endedAt })
  touch(world, tree, 'deleted')
}

/** Every trace of it. */
export function remove(world: World, tree: Tree): void {
  world.trees.delete(tree.id)
  for (const [key, run] of world.runs) if (run.conversation === tree.id) world.runs.delete(key)
}

function checkProject(world: World, owner: string, project: string | null | undefined): void {
  if (project === undefined || project === null) return
  const found = world.projects.get(project)
  if (found?.owner !== owner || found.deletedAt !== null) throw new LonghandError('not-found', 'No such project.')
}

const textsOf = (tree: Tree): readonly string[] => [
  tree.title ?? '',
  tree.memory?.text ?? '',
  ...tree.lines.flatMap(({ entries }) =>
    entries.map(({ entry }) => (entry.type === 'message' ? wordsOf(entry.message) : '')),
  ),
]

const isAfter = (
  start: { readonly at: number; readonly id: string },
  { updatedAt, id }: Pick<Conversation, 'updatedAt' | 'id'>,
) => updatedAt < start.at || (updatedAt === start.at && id < start.id)
