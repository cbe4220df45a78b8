import { afterAll, beforeAll, describe, test, vi } from 'vitest'
import { roomIn, type TestDatabase } from '../testing/store-contract/database.ts'
import { embeddedForTests } from '../testing/store-contract/embedded.ts'
import { hasPostgres, postgresForTests } from '../testing/store-contract/postgres.ts'
import { storeContract } from '../testing/store-contract/store-contract.ts'

// Databases start slowly on a busy machine.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 180_000 })

const engines = { embedded: embeddedForTests, ...(hasPostgres() ? { postgres: postgresForTests } : {}) }

if (!hasPostgres()) console.warn('NO POSTGRES HERE: the store contract runs on PGlite alone. Set TEST_DATABASE_URL.')

describe.each(Object.entries(engines))('the store contract (D1–D4 D6 D8) holds on %s', (_, open) => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await open()
    console.log(`The store contract runs on ${database.name}.`)
  })
  afterAll(() => database?.close())
  for (const { name, run } of storeContract) test(name, () => run(roomIn(database)))
})
