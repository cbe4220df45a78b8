import type { StoredEntry } from '../../engine/ports/store-entries.ts'
import type {
  Beat,
  Fence,
  Lease,
  Since,
  StepNotes,
  TurnJob,
  TurnOpening,
  Turns,
} from '../../engine/ports/store-turns.ts'
import { checkEntries } from '../check-entries.ts'
import { saveCheckpoint } from './checkpoints.ts'
import { putState } from './library.ts'
import { copy, type MemoryState, type Tree, touch, treeOf } from './memory-state.ts'
import { branchAt, checkPlace, shown, sourceOf } from './tree.ts'
import { write } from './write.ts'

type Turn = Tree['turns'][number]

export function turns(state: MemoryState, owner: string): Turns {
  const held = ({ conversation, id, attempt }: Fence): Turn | undefined =>
    state.trees
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
      const tree = treeOf(state, owner, conversation)
      const known = tree.turns.find(turn => turn.id === id)
      const ended = known !== undefined && known.status !== 'running'
      if (ended && isStored(tree, opening)) return { type: 'repeated', turn: publicTurn(known) }
      const running = tree.turns.find(({ status }) => status === 'running')
      if (running !== undefined && running.leaseUntil >= state.now())
        return { type: 'running', turn: publicTurn(running) }
      if (running !== undefined)
        return { type: 'abandoned', turn: publicTurn(takeTurn(state, running, { worker, ms })) }
      const { version: since } = tree
      const opened = opening === undefined ? [] : open(state, tree, opening)
      const { attempt: attempts, deaths } = known ?? { attempt: 0, deaths: 0 }
      const times = { startedAt: state.now(), leaseUntil: state.now() + ms }
      const turn = copy({ ...blank, id, conversation, attempt: attempts + 1, deaths, worker, request, ...times })
      tree.turns = [...tree.turns.filter(each => each !== known), turn]
      touch(state, tree, 'turn')
      const states = [...state.states.values()].filter(each => each.owner === owner && each.kind === 'calibration')
      const learnt = copy(Object.fromEntries(states.map(({ name, state: value }) => [name, value])))
      return { type: 'started', turn: publicTurn(turn), opened: copy(opened), learnt, ...sinceOf(tree, since) }
    },
    save: async (fence, parts, { ms }) => beat(fence, { parts, leaseUntil: state.now() + ms }),
    beat: async (fence, { ms }) => beat(fence, { leaseUntil: state.now() + ms }),
    keepStep: async (fence, { entries, after, ...notes }, { ms }) => {
      const tree = treeOf(state, owner, fence.conversation)
      const turn = held(fence)
      if (turn === undefined) return null
      const { version: since } = tree
      const step = { after, head: 'stays' } as const
      const appended = entries.length === 0 ? null : write(state, tree, checkEntries(entries), step)
      Object.assign(turn, { parts: [], leaseUntil: state.now() + ms })
      note(state, tree, notes)
      return copy({ turn: publicTurn(turn), appended, ...sinceOf(tree, since) })
    },
    keepLate: async ({ conversation, id }, { entries, after }) => {
      const tree = treeOf(state, owner, conversation)
      const idle = !tree.turns.some(({ status }) => status === 'running')
      const newest = branchAt(tree, tree.head).at(-1)
      const there = newest?.entry.id === after || (newest?.about as { turn?: string } | null)?.turn === id
      return copy(write(state, tree, checkEntries(entries), { after, head: idle && there ? 'follows' : 'stays' }))
    },
    finish: async (fence, end, last = { entries: [] }) => {
      const tree = treeOf(state, owner, fence.conversation)
      const turn = held(fence)
      if (turn === undefined) return null
      const { version: since } = tree
      const { entries, status, learnt, ...options } = last
      const appended =
        entries.length === 0 ? null : write(state, tree, checkEntries(entries), { head: 'stays', ...options })
      Object.assign(turn, { status: end, endedAt: state.now() })
      note(state, tree, { ...(status && { status }), ...(learnt && { learnt }) })
      touch(state, tree, 'turn')
      return copy({ turn: publicTurn(turn), appended, ...sinceOf(tree, since) })
    },
    stop: async conversation => {
      const tree = treeOf(state, owner, conversation)
      const running = tree.turns.find(({ status }) => status === 'running')
      if (running === undefined) return false
      running.stop = true
      touch(state, tree, 'turn')
      return true
    },
    latest: async conversation => {
      const { turns: all } = treeOf(state, owner, conversation)
      const turn = all.find(({ status }) => status === 'running') ?? all.at(-1)
      return turn === undefined ? null : publicTurn(turn)
    },
  }
}

const sinceOf = (tree: Tree, since: number): Since => ({ since, conversation: shown(tree) })

/** Notes what comes with a step: no new version for it. */
function note(world: MemoryState, tree: Tree, { status, learnt }: StepNotes): void {
  if (status !== undefined) tree.status = copy(status)
  if (learnt !== undefined)
    putState(world, { owner: tree.owner, kind: 'calibration', name: learnt.model, state: learnt.state })
}

export function takeTurn(state: MemoryState, turn: Turn, { worker, ms }: Lease): Turn {
  const deaths = turn.deaths + (turn.worker === worker ? 0 : 1)
  return Object.assign(turn, { attempt: turn.attempt + 1, deaths, worker, leaseUntil: state.now() + ms })
}

/** The turn as others see it. */
export const publicTurn = ({ leaseUntil, stop, ...turn }: Turn): TurnJob => copy(turn)

const isStored = (tree: Tree, opening: TurnOpening | undefined): boolean =>
  opening?.type !== 'say' ||
  tree.lines.some(line => line.entries.some(({ entry }) => entry.id === opening.entries.at(-1)!.id))

/** Writes the opening of a turn, or moves the head to where it answers again. */
function open(state: MemoryState, tree: Tree, opening: TurnOpening): readonly StoredEntry[] {
  if (opening.type === 'move') {
    const place = checkPlace(tree, opening.to)
    if (place.depth === tree.head.depth && place.line === sourceOf(tree, tree.head)) return []
    saveCheckpoint(state, tree, { label: 'Before moving', kind: 'before-restore' })
    tree.head = place
    touch(state, tree, 'head')
    return []
  }
  const { entries, after, protection, title, settings } = opening
  const { outcome, entries: opened } = write(state, tree, checkEntries(entries), after === undefined ? {} : { after })
  const { depth } = opened.at(-1)!.entry
  if (protection !== undefined && outcome !== 'repeated')
    write(state, tree, [{ id: protection, type: 'protection', span: { from: depth, to: depth }, action: 'protect' }])
  if (title !== undefined || settings !== undefined) {
    Object.assign(tree, { title: tree.title ?? title ?? null, settings: copy(settings ?? tree.settings) })
    touch(state, tree, 'settings')
  }
  return opened
}

const blank = { status: 'running', parts: [], endedAt: null, stop: false } as const
