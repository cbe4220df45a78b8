import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { NewEntry } from '../../engine/ports/store-entries.ts'
import type { TestDatabase } from '../../testing/store-contract/database.ts'
import { embeddedForTests } from '../../testing/store-contract/embedded.ts'
import { hasPostgres, postgresForTests } from '../../testing/store-contract/postgres.ts'
import { newConversation, said } from '../../testing/store-contract/room.ts'
import { pagesTouched } from '../../testing/store-contract/touched.ts'
import { toRows } from '../entry-row.ts'

// Databases start slowly on a busy machine.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 180_000 })

const engines = { embedded: embeddedForTests, ...(hasPostgres() ? { postgres: postgresForTests } : {}) }
const owner = randomUUID()

const messages = (many: number): readonly NewEntry[] =>
  Array.from({ length: many }, (_, at) => said(at % 2 ? 'assistant' : 'user', 'some words'))

describe.each(Object.entries(engines))('N5 entries by their ids, on %s', (_, open) => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await open()
  })
  afterAll(() => database?.close())

  // No `analyze`: the embedded engine never has figures about its tables, and a new conversation has none yet.
  test('touch what is asked for, however long the conversation is', async () => {
    const [short, long] = [await touched(200), await touched(3_200)]
    expect(long.append / short.append).toBeLessThan(1.5)
    expect(long.again / short.again).toBeLessThan(1.5)
    expect(long.find / short.find).toBeLessThan(1.5)
  })

  /** What it takes to add a batch to a conversation, to add one once more that is there, and to find one. */
  async function touched(before: number) {
    const store = database.storage.as(owner)
    const { id } = await newConversation(store)
    let last: readonly NewEntry[] = []
    for (let at = 0; at < before; at += 50) {
      last = messages(50)
      await store.entries.append(id, last)
    }
    const append = async (entries: readonly NewEntry[]) =>
      `append('${owner}', '${id}', '${JSON.stringify(await toRows(entries))}', null, 'follows')`
    const ids = last.map(one => `"${one.id}"`).join()
    return {
      append: await pagesTouched(database, await append(messages(50))),
      again: await pagesTouched(database, await append(last)),
      find: await pagesTouched(database, `find_entries('${owner}', '${id}', '{${ids}}')`),
    }
  }
})
