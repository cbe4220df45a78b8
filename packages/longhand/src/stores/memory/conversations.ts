import { LonghandError, noSuchConversation } from '../../core/errors.ts'
import type { Json } from '../../core/json.ts'
import { createPacer } from '../../engine/long-work/pacer.ts'
import type { Conversations } from '../../engine/ports/store-conversations.ts'
import { cursor, readCursor } from '../cursor.ts'
import { uuid } from '../uuid.ts'
import { wordsOf } from '../words-of.ts'
import { copy, isLive, type MemoryState, type Tree, touch, treeOf } from './memory-state.ts'
import { finder } from './search.ts'
import { shown } from './tree.ts'

export function conversations(state: MemoryState, owner: string): Conversations {
  return {
    create: async ({ id, ...fields }) => {
      checkProject(state, owner, fields.project)
      if (!state.trees.has(uuid(id))) {
        const tree = emptyTree(state, owner, id)
        Object.assign(tree, copy(fields))
        state.trees.set(id, tree)
        state.notifier.notify({ type: 'changed', owner, conversation: id, version: tree.version, topic: 'settings' })
      }
      return copy(shown(treeOf(state, owner, id)))
    },
    get: async id => copy(shown(treeOf(state, owner, id))),
    list: async ({ search, project, deleted, pinned, from, limit = 50 }) => {
      const start = from === undefined ? null : readCursor(from)
      const matches = search === undefined ? null : finder(search)
      const listed = [...state.trees.values()]
        .filter(tree => tree.owner === owner && !tree.importing && (tree.deletedAt !== null) === (deleted === 'only'))
        .filter(tree => pinned === undefined || (tree.settings as { pinned?: Json } | null)?.pinned === true)
        .filter(tree => project === undefined || tree.project === project)
        .filter(tree => start === null || isAfter(start, tree))
        .toSorted((a, b) => b.updatedAt - a.updatedAt || (a.id < b.id ? 1 : -1))
      const found = matches === null ? listed : await thoseWith(matches, listed)
      const page = found.slice(0, limit).map(tree => copy(shown(tree)))
      return { conversations: page, next: found.length > limit ? cursor(page.at(-1)!) : null }
    },
    update: async (id, { ifTitle, ...change }) => {
      const tree = treeOf(state, owner, id)
      if (ifTitle !== undefined && tree.title !== ifTitle) return copy(shown(tree))
      if (change.project !== undefined) checkChat(tree)
      checkProject(state, owner, change.project)
      Object.assign(tree, copy(change))
      touch(state, tree, 'settings')
      return copy(shown(tree))
    },
    note: async (id, status) => {
      treeOf(state, owner, id).status = copy(status)
    },
    delete: async id => hide(state, checkChat(treeOf(state, owner, id))),
    undelete: async id => {
      const tree = state.trees.get(id)
      const project = tree?.project ? state.projects.get(tree.project) : undefined
      if (tree?.owner === owner && !tree.importing && project?.deletedAt == null) tree.deletedAt = null
      touch(state, treeOf(state, owner, id), 'settings')
      return copy(shown(treeOf(state, owner, id)))
    },
    purge: async id => {
      const tree = state.trees.get(id)
      if (tree?.owner !== owner) throw new LonghandError('not-found', noSuchConversation)
      remove(state, checkChat(tree))
      touch(state, tree, 'deleted')
    },
  }
}

export function emptyTree(state: MemoryState, owner: string, id: string): Tree {
  const times = { createdAt: state.now(), updatedAt: state.now() }
  return { ...blank, ...times, id, owner, lines: [], entries: new Map(), checkpoints: [], jobs: [], turns: [] }
}

const blank = {
  kind: 'chat',
  project: null,
  title: null,
  model: null,
  settings: {},
  status: null,
  head: { line: 0, depth: 0 },
  epoch: 0,
  version: 1,
  deletedAt: null,
  importing: false,
  checkpointsMade: 0,
  memory: null,
} as const

/** The conversation, unless it belongs to its project for good. */
function checkChat(tree: Tree): Tree {
  if (tree.kind === 'chat') return tree
  throw new LonghandError('not-allowed', 'The officer of a project cannot be moved or deleted. Delete the project.')
}

/** Hides a conversation and ends what runs in it. */
export function hide(state: MemoryState, tree: Tree): void {
  const endedAt = state.now()
  tree.deletedAt = endedAt
  for (const job of tree.jobs) if (isLive(job)) Object.assign(job, { status: 'cancelled', reason: 'deleted', endedAt })
  for (const turn of tree.turns) if (turn.status === 'running') Object.assign(turn, { status: 'interrupted', endedAt })
  touch(state, tree, 'deleted')
}

/** Deletes it for good. */
export function remove(state: MemoryState, tree: Tree): void {
  state.trees.delete(tree.id)
  for (const kind of ['report', 'prose']) state.states.delete(`${tree.owner} ${kind} ${tree.id}`)
  for (const [key, run] of state.runs) if (run.conversation === tree.id) state.runs.delete(key)
}

function checkProject(state: MemoryState, owner: string, project: string | null | undefined): void {
  if (project === undefined || project === null) return
  const found = state.projects.get(project)
  if (found?.owner !== owner || found.deletedAt !== null) throw new LonghandError('not-found', 'No such project.')
}

async function thoseWith(matches: (text: string) => boolean, trees: readonly Tree[]): Promise<readonly Tree[]> {
  const found: Tree[] = []
  const pace = createPacer()
  for (const tree of trees) if (await saysWhat(matches, tree, pace)) found.push(tree)
  return found
}

async function saysWhat(matches: (text: string) => boolean, tree: Tree, pace: () => Promise<void>): Promise<boolean> {
  if (matches(tree.title ?? '') || matches(tree.memory?.text ?? '')) return true
  for (const { entry } of tree.lines.flatMap(({ entries }) => entries)) {
    if (entry.type === 'message' && matches(await wordsOf(entry.message, pace))) return true
    await pace()
  }
  return false
}

const isAfter = (start: ReturnType<typeof readCursor>, { updatedAt, id }: Tree): boolean =>
  updatedAt < start.at || (updatedAt === start.at && id < start.id)
