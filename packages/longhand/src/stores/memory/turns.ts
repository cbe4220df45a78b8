import type { Beat, Fence, Lease, TurnJob, Turns } from '../../engine/store-turns.ts'
import { checkEntries } from '../check-entries.ts'
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
    start: async (conversation, { id, request = null }, { worker, ms }) => {
      const tree = treeOf(world, owner, conversation)
      const known = tree.turns.find(turn => turn.id === id)
      if (known !== undefined && known.status !== 'running') return { type: 'repeated', turn: bare(known) }
      const running = tree.turns.find(({ status }) => status === 'running')
      if (running !== undefined && running.leaseUntil >= world.now()) return { type: 'running', turn: bare(running) }
      if (running !== undefined) return { type: 'abandoned', turn: bare(takeTurn(world, running, { worker, ms })) }
      const turn = { ...blank, id, conversation, worker, request, startedAt: world.now(), leaseUntil: world.now() + ms }
      tree.turns.push(copy(turn))
      touch(world, tree, 'turn')
      return { type: 'started', turn: bare(turn) }
    },
    save: async (fence, parts, { ms }) => beat(fence, { parts, leaseUntil: world.now() + ms }),
    beat: async (fence, { ms }) => beat(fence, { leaseUntil: world.now() + ms }),
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
  return Object.assign(turn, { attempt: turn.attempt + 1, worker, leaseUntil: world.now() + ms })
}

/** The turn as others see it. */
export const bare = ({ leaseUntil, stop, ...turn }: Turn): TurnJob => copy(turn)

const blank = { status: 'running', attempt: 1, parts: [], endedAt: null, stop: false } as const
