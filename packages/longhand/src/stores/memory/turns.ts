import type { StoredEntry } from '../../engine/ports/store-entries.ts'
import type { Beat, Fence, Lease, TurnJob, TurnOpening, Turns } from '../../engine/ports/store-turns.ts'
import { checkEntries } from '../check-entries.ts'
import { saveCheckpoint } from './checkpoints.ts'
import { branchAt, checkPlace, sourceOf } from './tree.ts'
import { copy, type Tree, touch, treeOf, type World } from './world.ts'
import { write } from './write.ts'

type Turn = Tree['turns'][number]

export function turns(world: World, owner: string): Turns {
  const held = ({ conversation, id, attempt }: Fence): Turn | undefined =>
    world.trees
      .get(conversation)
      ?.turns.find(turn => turn.id === id && turn.attempt === attempt && turn.status === 'running')
  const beat = (fence: Fence, change: Partial<Turn>): Beat => {
    const turn = held(fence)
    if (turn === undefined) return 'lost'
    Object.assign(turn, copy(change))
    return turn.stop ? 'stop' : 'held'
  }
  return {
    start: async (conversation, { id, request = null, opening }, { worker, ms }) => {
      const tree = treeOf(world, owner, conversation)
      const known = tree.turns.find(turn => turn.id === id)
      const ended = known !== undefined && known.status !== 'running'
      if (ended && isStored(tree, opening)) return { type: 'repeated', turn: bare(known) }
      const running = tree.turns.find(({ status }) => status === 'running')
      if (running !== undefined && running.leaseUntil >= world.now()) return { type: 'running', turn: bare(running) }
      if (running !== undefined) return { type: 'abandoned', turn: bare(takeTurn(world, running, { worker, ms })) }
      const opened = opening === undefined ? [] : open(world, tree, opening)
      const { attempt: attempts, deaths } = known ?? { attempt: 0, deaths: 0 }
      const times = { startedAt: world.now(), leaseUntil: world.now() + ms }
      const turn = copy({ ...blank, id, conversation, attempt: attempts + 1, deaths, worker, request, ...times })
      tree.turns = [...tree.turns.filter(each => each !== known), turn]
      touch(world, tree, 'turn')
      return { type: 'started', turn: bare(turn), opened: copy(opened) }
    },
    save: async (fence, parts, { ms }) => beat(fence, { parts, leaseUntil: world.now() + ms }),
    beat: async (fence, { ms }) => beat(fence, { leaseUntil: world.now() + ms }),
    keepStep: async (fence, { entries, after }, { ms }) => {
      const tree = treeOf(world, owner, fence.conversation)
      const turn = held(fence)
      if (turn === undefined) return null
      const step = { after, head: 'stays' } as const
      const appended = entries.length === 0 ? null : write(world, tree, checkEntries(entries), step)
      Object.assign(turn, { parts: [], leaseUntil: world.now() + ms })
      return copy({ turn: bare(turn), appended })
    },
    keepLate: async ({ conversation, id }, { entries, after }) => {
      const tree = treeOf(world, owner, conversation)
      const idle = !tree.turns.some(({ status }) => status === 'running')
      const newest = branchAt(tree, tree.head).at(-1)
      const there = newest?.entry.id === after || (newest?.about as { turn?: string } | null)?.turn === id
      return copy(write(world, tree, checkEntries(entries), { after, head: idle && there ? 'follows' : 'stays' }))
    },
    finish: async (fence, status, last = { entries: [] }) => {
      const tree = treeOf(world, owner, fence.conversation)
      const turn = held(fence)
      if (turn === undefined) return null
      const { entries, ...options } = last
      const appended =
        entries.length === 0 ? null : write(world, tree, checkEntries(entries), { head: 'stays', ...options })
      Object.assign(turn, { status, endedAt: world.now() })
      touch(world, tree, 'turn')
      return copy({ turn: bare(turn), appended })
    },
    stop: async conversation => {
      const tree = treeOf(world, owner, conversation)
      const running = tree.turns.find(({ status }) => status === 'running')
      if (running === undefined) return false
      running.stop = true
      touch(world, tree, 'turn')
      return true
    },
    latest: async conversation => {
      const { turns: all } = treeOf(world, owner, conversation)
      const turn = all.find(({ status }) => status === 'running') ?? all.at(-1)
      return turn === undefined ? null : bare(turn)
    },
  }
}

export function takeTurn(world: World, turn: Turn, { worker, ms }: Lease): Turn {
  const deaths = turn.deaths + (turn.worker === worker ? 0 : 1)
  return Object.assign(turn, { attempt: turn.attempt + 1, deaths, worker, leaseUntil: world.now() + ms })
}

/** The turn as others see it. */
export const bare = ({ leaseUntil, stop, ...turn }: Turn): TurnJob => copy(turn)

const isStored = (tree: Tree, opening: TurnOpening | undefined): boolean =>
  opening?.type !== 'say' ||
  tree.lines.some(line => line.entries.some(({ entry }) => entry.id === opening.entries.at(-1)!.id))

/** Writes what a turn opens with, or stands where it answers anew. */
function open(world: World, tree: Tree, opening: TurnOpening): readonly StoredEntry[] {
  if (opening.type === 'move') {
    const place = checkPlace(tree, opening.to)
    if (place.depth === tree.head.depth && place.line === sourceOf(tree, tree.head)) return []
    saveCheckpoint(world, tree, { label: 'Before moving', kind: 'before-restore' })
    tree.head = place
    touch(world, tree, 'head')
    return []
  }
  const { entries, after, protection, title, settings } = opening
  const { outcome, entries: opened } = write(world, tree, checkEntries(entries), after === undefined ? {} : { after })
  const { depth } = opened.at(-1)!.entry
  if (protection !== undefined && outcome !== 'repeated')
    write(world, tree, [{ id: protection, type: 'protection', span: { from: depth, to: depth }, wish: 'protect' }])
  if (title !== undefined || settings !== undefined) {
    Object.assign(tree, {
      title: tree.title ?? title ?? null,
      ...(settings !== undefined && { settings: copy(settings) }),
    })
    touch(world, tree, 'settings')
  }
  return opened
}

const blank = { status: 'running', parts: [], endedAt: null, stop: false } as const
