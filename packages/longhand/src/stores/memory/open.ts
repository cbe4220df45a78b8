import type { Storage, Store } from '../../engine/ports/store.ts'
import { createNotifier } from '../notifier.ts'
import { uuid } from '../uuid.ts'
import { allowances } from './allowances.ts'
import { answered } from './answered.ts'
import { checkpoints } from './checkpoints.ts'
import { compactions } from './compactions.ts'
import { conversations } from './conversations.ts'
import { branches, entries } from './entries.ts'
import { memories, projects, runs, states } from './library.ts'
import { maintenance } from './maintenance.ts'
import { copy, type MemoryState } from './memory-state.ts'
import { transfer } from './transfer.ts'
import { turns } from './turns.ts'

/** How the memory store is opened. */
export type MemoryOptions = {
  /** Milliseconds since 1970. */
  readonly now?: () => number
  /** `given`: entries are kept as they come, for a writer who does not touch them again. They are copied otherwise. */
  readonly entries?: 'copied' | 'given'
}

/** A storage that forgets everything when the process ends. It says in plain code what the SQL must do. */
export function openMemory({ now = Date.now, entries: kept = 'copied' }: MemoryOptions = {}): Storage {
  const notifier = createNotifier()
  const state: MemoryState = {
    now,
    takeEntry: kept === 'copied' ? copy : entry => entry,
    notifier,
    trees: new Map(),
    projects: new Map(),
    runs: new Map(),
    states: new Map(),
  }
  return {
    engine: 'memory',
    writer: 'alone',
    as: owner => storeOf(state, uuid(owner)),
    maintenance: maintenance(state),
    subscribe: notifier.subscribe,
    check: async () => {},
    close: async () => {},
  }
}

const storeOf = (state: MemoryState, owner: string): Store => ({
  conversations: conversations(state, owner),
  entries: entries(state, owner),
  branches: branches(state, owner),
  checkpoints: checkpoints(state, owner),
  compactions: compactions(state, owner),
  turns: turns(state, owner),
  runs: runs(state, owner),
  projects: projects(state, owner),
  memories: memories(state, owner),
  calibrations: states(state, owner, 'calibration'),
  breakers: states(state, owner, 'breaker'),
  reports: states(state, owner, 'report'),
  prose: states(state, owner, 'prose'),
  allowances: allowances(state, owner),
  answered: answered(state, owner),
  ...transfer(state, owner),
})
