import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Store } from '../../engine/ports/store.ts'
import type { TestDatabase } from '../../testing/store-contract/database.ts'
import { embeddedForTests } from '../../testing/store-contract/embedded.ts'
import { hasPostgres, postgresForTests } from '../../testing/store-contract/postgres.ts'
import { newConversation, said } from '../../testing/store-contract/room.ts'
import { pagesTouched } from '../../testing/store-contract/touched.ts'

// Databases start slowly on a busy machine.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 180_000 })

const engines = { embedded: embeddedForTests, ...(hasPostgres() ? { postgres: postgresForTests } : {}) }
const owner = randomUUID()

describe.each(Object.entries(engines))('D5 a view of very many digests, on %s', (_, open) => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await open()
  })
  afterAll(() => database?.close())

  // No `analyze`: the embedded engine never has figures about its tables, and a new conversation has none yet.
  test('touches what it shows, and not all of the conversation for each of them', async () => {
    const store = database.storage.as(owner)
    const short = await pagesTouched(database, `read_branch('${owner}', '${await digested(store, 400)}', null, null)`)
    const long = await pagesTouched(database, `read_branch('${owner}', '${await digested(store, 1_600)}', null, null)`)
    expect(long / short).toBeLessThanOrEqual(6)
  })

  /** Every other message is folded by itself. */
  async function digested(store: Store, messages: number): Promise<string> {
    const { id } = await newConversation(store)
    const texts = Array.from({ length: messages }, (_, at) => said(at % 2 ? 'assistant' : 'user', 'some words'))
    await store.entries.append(id, texts)
    const folds = Array.from({ length: messages / 2 - 2 }, (_, at) => {
      const span = { from: 2 * at + 2, to: 2 * at + 2 }
      return { type: 'digest', span, kept: [], text: 'Digest.', tag: 'summary', count: 2 } as const
    })
    await store.entries.append(id, [{ type: 'compaction', id: 'c', version: 1, base: null, edits: null, folds }])
    return id
  }
})
