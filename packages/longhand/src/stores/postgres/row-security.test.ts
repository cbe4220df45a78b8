import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Maintenance, Storage, Store } from '../../engine/ports/store.ts'
import { roomIn, type TestDatabase } from '../../testing/store-contract/database.ts'
import { embeddedForTests } from '../../testing/store-contract/embedded.ts'
import { hasPostgres, postgresForTests } from '../../testing/store-contract/postgres.ts'
import { talk } from '../../testing/store-contract/room.ts'
import { storeContract } from '../../testing/store-contract/store-contract.ts'
import { migrate } from './migrate.ts'
import { migrations } from './migrations.ts'
import { inTransaction, openPostgres } from './open.ts'

// Databases start slowly on a busy machine.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 180_000 })

// Both engines run the same SQL; one of them is enough, and this one is quicker.
const open = hasPostgres() ? postgresForTests : embeddedForTests

/** Work across owners, which needs a role above row-level security and is nobody's to ask for. */
class AcrossOwners extends Error {}

const refusing = new Proxy({} as Maintenance, {
  get: () => async () => {
    throw new AcrossOwners()
  },
})

describe('D1 S nothing that an owner asks for needs to be above row-level security', () => {
  let database: TestDatabase
  let kept = 0
  beforeAll(async () => {
    database = await open()
    await database.run('revoke all on all tables in schema longhand from service_role')
  })
  afterAll(() => database?.close())

  for (const { name, run } of storeContract) {
    test(name, async () => {
      const storage: Storage = { ...database.storage, maintenance: refusing }
      try {
        await run(roomIn({ storage, run: database.run }))
        kept++
      } catch (error) {
        if (!(error instanceof AcrossOwners)) throw error
      }
    })
  }

  test('most of the contract was looked at, searches among it', () => {
    expect(kept).toBeGreaterThan(storeContract.length * 0.7)
  })
})

describe.runIf(hasPostgres())('D1 S row-level security stands behind every operation', () => {
  test('operations that forget to ask for their owner find what their owner has, and no more', async () => {
    const steps = (await migrations()).map(step => ({
      ...step,
      sql: step.sql.replaceAll(/\b(\w+\.)?owner = p_owner\b/g, 'true'),
    }))
    expect(steps.filter(({ sql }) => sql.includes(' true ')).length).toBeGreaterThan(1)
    const database = await postgresForTests()
    await database.run('create database forgetful owner longhand template template0')
    const url = database.url.replace(/longhand$/, 'forgetful')
    const login = new pg.Pool({ connectionString: url })
    await migrate(inTransaction(login), steps)
    await login.end()
    const storage = await openPostgres(url, { schema: 'trust' })
    const [mine, stranger] = [storage.as(randomUUID()), storage.as(randomUUID())]
    const { id } = await talk(mine, 3)
    await mine.conversations.update(id, { title: 'word1' })
    await mine.memories.put(id, 'word1 was said')
    expect(await findings(mine)).toEqual([1, 1, 1, 1, 1])
    expect(await findings(stranger)).toEqual([0, 0, 0, 0, 0])
    await storage.close()
    await database.close()
  })
})

const findings = async (store: Store): Promise<readonly number[]> => [
  (await store.entries.search('word1')).length,
  (await store.conversations.list({ search: 'word1' })).conversations.length,
  (await store.conversations.list({})).conversations.length,
  (await store.memories.search('word1')).length,
  (await store.memories.list()).length,
]
