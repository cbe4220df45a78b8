import type { Storage, Store } from '../../engine/ports/store.ts'
import { noticeboard } from '../noticeboard.ts'
import { uuid } from '../uuid.ts'
import { checkpoints } from './checkpoints.ts'
import { chores } from './chores.ts'
import { compactions } from './compactions.ts'
import { conversations } from './conversations.ts'
import { branches, entries } from './entries.ts'
import { memories, projects, runs, states } from './library.ts'
import { transfer } from './transfer.ts'
import { turns } from './turns.ts'
import type { World } from './world.ts'

export type MemoryOptions = {
  /** Milliseconds since 1970. */
  readonly now?: () => number
}

/** A storage that forgets everything when the process ends. It says in plain code what the SQL must do. */
export function openMemory({ now = Date.now }: MemoryOptions = {}): Storage {
  const board = noticeboard()
  const world: World = { now, board, trees: new Map(), projects: new Map(), runs: new Map(), states: new Map() }
  return {
    engine: 'memory',
    as: owner => storeOf(world, uuid(owner)),
    chores: chores(world),
    subscribe: board.subscribe,
    check: async () => {},
    close: async () => {},
  }
}

const storeOf = (world: World, owner: string): Store => ({
  conversations: conversations(world, owner),
  entries: entries(world, owner),
  branches: branches(world, owner),
  checkpoints: checkpoints(world, owner),
  compactions: compactions(world, owner),
  turns: turns(world, owner),
  runs: runs(world, owner),
  projects: projects(world, owner),
  memories: memories(world, owner),
  calibrations: states(world, owner, 'calibration'),
  breakers: states(world, owner, 'breaker'),
  ...transfer(world, owner),
})
