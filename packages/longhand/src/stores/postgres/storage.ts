import { LonghandError } from '../../core/errors.ts'
import type { Notice, Storage, Store } from '../../engine/ports/store.ts'
import type { Change } from '../notifier.ts'
import { uuid } from '../uuid.ts'
import { type Call, caller, callerFor, type Sql } from './call.ts'
import { checkpoints } from './checkpoints.ts'
import { compactions } from './compactions.ts'
import { conversations } from './conversations.ts'
import { branches, entries } from './entries.ts'
import { allowances, answered, memories, projects, runs, states } from './library.ts'
import { maintenance } from './maintenance.ts'
import { transfer } from './transfer.ts'
import { turns } from './turns.ts'

/** A database that is ready to be a storage: migrated, and able to announce changes. */
export type Database = Sql & {
  readonly engine: string
  readonly writer?: 'alone'
  /** Takes what an operation has changed, before whoever asked for it is answered. */
  announce(change: Change): void
  subscribe(listener: (notice: Notice) => void): () => void
  close(): Promise<void>
}

/** The storage over any database that has the SQL functions. */
export function storageOver(database: Database, now: () => number = () => performance.now()): Storage {
  const { call, check } = rememberFull(caller(database, database.announce), now)
  return {
    engine: database.engine,
    ...(database.writer && { writer: database.writer }),
    as: owner => storeOf(callerFor(call, uuid(owner))),
    maintenance: maintenance(call),
    subscribe: listener => database.subscribe(listener),
    check: async () => {
      await call('check')
      check()
    },
    close: () => database.close(),
  }
}

/** How long a write that found no room is told to whoever checks. */
const fullMs = 30_000

/** A look at the database does not tell whether a write will find room; the last one that did not does, until it succeeds. */
function rememberFull(call: Call, now: () => number): { readonly call: Call; readonly check: () => void } {
  let last: { readonly name: string; readonly error: LonghandError; readonly at: number } | null = null
  return {
    call: async <Answer>(name: string, ...values: readonly unknown[]) => {
      try {
        const answer = await call<Answer>(name, ...values)
        if (last?.name === name) last = null
        return answer
      } catch (error) {
        if (error instanceof LonghandError && error.code === 'store-full') last = { name, error, at: now() }
        throw error
      }
    },
    check: () => {
      if (last !== null && now() - last.at < fullMs) throw last.error
    },
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
  reports: states(call, 'report'),
  prose: states(call, 'prose'),
  allowances: allowances(call),
  answered: answered(call),
  ...transfer(call),
})
