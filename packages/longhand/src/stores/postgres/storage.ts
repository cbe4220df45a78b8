import type { Notice, Storage, Store } from '../../engine/ports/store.ts'
import { uuid } from '../uuid.ts'
import { type Call, caller, callerFor, type Sql } from './call.ts'
import { checkpoints } from './checkpoints.ts'
import { compactions } from './compactions.ts'
import { conversations } from './conversations.ts'
import { branches, entries } from './entries.ts'
import { memories, projects, runs, states } from './library.ts'
import { maintenance } from './maintenance.ts'
import { transfer } from './transfer.ts'
import { turns } from './turns.ts'

/** A database that is ready to be a storage: migrated, and able to announce changes. */
export type Database = Sql & {
  readonly engine: string
  subscribe(listener: (notice: Notice) => void): () => void
  close(): Promise<void>
}

/** The storage over any database that has the SQL functions. */
export function storageOver(database: Database): Storage {
  const call = caller(database)
  return {
    engine: database.engine,
    as: owner => storeOf(callerFor(call, uuid(owner))),
    maintenance: maintenance(call),
    subscribe: listener => database.subscribe(listener),
    check: async () => call('check'),
    close: () => database.close(),
  }
}

const storeOf = (call: Call): Store => ({
  conversations: conversations(call),
  entries: entries(call),
  branches: branches(call),
  checkpoints: checkpoints(call),
  compactions: compactions(call),
  turns: turns(call),
  runs: runs(call),
  projects: projects(call),
  memories: memories(call),
  calibrations: states(call, 'calibration'),
  breakers: states(call, 'breaker'),
  ...transfer(call),
})
