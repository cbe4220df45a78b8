import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { TestDatabase } from '../../testing/store-contract/database.ts'
import { embeddedForTests } from '../../testing/store-contract/embedded.ts'
import { hasPostgres, postgresForTests } from '../../testing/store-contract/postgres.ts'
import { compact, newConversation, said } from '../../testing/store-contract/room.ts'
import { pagesTouched } from '../../testing/store-contract/touched.ts'

// Databases start slowly on a busy machine.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 180_000 })

const engines = { embedded: embeddedForTests, ...(hasPostgres() ? { postgres: postgresForTests } : {}) }
const owner = randomUUID()

describe.each(Object.entries(engines))(
  'D5 what an operation touches does not grow with the conversation, on %s',
  (_, open) => {
    let database: TestDatabase
    const sizes = { short: 300, long: 6_000 }
    const ids: Record<string, string> = {}
    beforeAll(async () => {
      database = await open()
      const store = database.storage.as(owner)
      for (const [name, size] of Object.entries(sizes)) {
        let conversation = await newConversation(store)
        for (let at = 0; at < size; at += 500) {
          const batch = Array.from({ length: Math.min(500, size - at) }, () => said('user', 'some words in a message'))
          conversation = (await store.entries.append(conversation.id, batch)).conversation
        }
        conversation = await compact(store, conversation, size - 100)
        ids[name] = conversation.id
      }
      await database.run('analyze')
    })
    afterAll(() => database?.close())

    const touched = (call: string): Promise<number> => pagesTouched(database, call)

    const row = `'[{"id":"new","type":"message","role":"user","tokens":1,"words":"hello","body":"{}"}]'`
    test.each([
      ['append', (id: string) => `append('${owner}', '${id}', ${row}, null, 'follows')`],
      ['the view', (id: string) => `read_branch('${owner}', '${id}', null, null)`],
      ['the last page', (id: string) => `read_page('${owner}', '${id}', '{"limit": 50}')`],
      [
        'a page in the middle',
        (id: string, size: number) =>
          `read_page('${owner}', '${id}', '{"limit": 50, "before": {"number": ${size / 2}}}')`,
      ],
      ['totals', (id: string, size: number) => `read_totals('${owner}', '${id}', 1, ${size / 2}, null, null)`],
      ['a checkpoint', (id: string) => `create_checkpoint('${owner}', '${id}', 'automatic', 'here', '{}', null)`],
      ['a fork', (id: string, size: number) => `move_head('${owner}', '${id}', 1, ${size / 2}, 'fork')`],
      ['the list', () => `list_conversations('${owner}', '{"limit": 50}')`],
    ])('%s', async (_, call) => {
      const short = await touched(call(ids.short!, sizes.short))
      const long = await touched(call(ids.long!, sizes.long))
      expect(short).toBeGreaterThan(0)
      expect(long / short).toBeLessThanOrEqual(1.5)
    })

    test('and reading all of it does grow, so that growth would be seen', async () => {
      const all = (id: string, size: number) => `export_entries('${owner}', '${id}', 1, 1, ${size})`
      const short = await touched(all(ids.short!, sizes.short))
      expect((await touched(all(ids.long!, sizes.long))) / short).toBeGreaterThan(5)
    })
  },
)
