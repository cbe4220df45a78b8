import { createHash } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Storage } from '../../engine/ports/store.ts'
import { migrations } from '../../stores/postgres/migrations.ts'
import { type StoreRoom, storeRoom } from './room.ts'

/** A database for tests, thrown away when it is closed. */
export type TestDatabase = {
  readonly storage: Storage
  /** What it is, for the line that says where the tests ran. */
  readonly name: string
  /** Runs SQL as the database's own superuser; several statements at once when there are no values. */
  run(text: string, values?: unknown[]): Promise<readonly Record<string, unknown>[]>
  close(): Promise<void>
}

/** Owners of their own in a database that others use too. */
export const roomIn = ({ storage, run }: Pick<TestDatabase, 'storage' | 'run'>): StoreRoom =>
  storeRoom(storage, async (owners, ms) => {
    await run(aging.map(([table, columns]) => older(table!, columns!, owners, ms)).join(';'))
  })

/** Where ready-made databases are kept between runs: making one takes seconds. Another schema makes another one. */
export async function templateFor(engine: string): Promise<string> {
  const schema = createHash('sha256').update(JSON.stringify(await migrations()))
  return join(tmpdir(), `longhand-test-${engine}-${schema.digest('hex').slice(0, 12)}`)
}

const aging = [
  ['conversations', 'created_at updated_at changed_at deleted_at'],
  ['entries', 'at'],
  ['checkpoints', 'at'],
  ['compactions', 'at ended_at lease_until'],
  ['turns', 'started_at ended_at lease_until'],
  ['runs', 'started_at seen_at'],
  ['states', 'at'],
]

function older(table: string, columns: string, owners: readonly string[], ms: number): string {
  const changes = columns.split(' ').map(column => `${column} = ${column} - interval '${ms} milliseconds'`)
  return `update longhand.${table} set ${changes.join(', ')} where owner in (${owners.map(owner => `'${owner}'`).join(', ')})`
}
