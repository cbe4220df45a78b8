import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { TestDatabase } from '../../testing/store-contract/database.ts'
import { embeddedForTests } from '../../testing/store-contract/embedded.ts'
import { hasPostgres, postgresForTests } from '../../testing/store-contract/postgres.ts'
import { answered } from '../../testing/store-contract/responses.ts'
import { newConversation, said } from '../../testing/store-contract/room.ts'
import { pagesTouched } from '../../testing/store-contract/touched.ts'

// Databases start slowly on a busy machine.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 180_000 })

const engines = { embedded: embeddedForTests, ...(hasPostgres() ? { postgres: postgresForTests } : {}) }
const owner = randomUUID()

describe.each(Object.entries(engines))(
  'D5 an answer is found by its id without looking at others, on %s',
  (_, open) => {
    let database: TestDatabase
    beforeAll(async () => {
      database = await open()
    })
    afterAll(() => database?.close())

    /** Conversations of a hundred answers, each of which has an id of its own, or all the same. */
    async function talkOn(conversations: number, id: (at: number) => string): Promise<void> {
      const store = database.storage.as(owner)
      for (let round = 0; round < conversations; round++) {
        const { id: conversation } = await newConversation(store)
        const answers = Array.from({ length: 100 }, (_, at) => [said('user', 'x'), answered(id(round * 100 + at))])
        await store.entries.append(conversation, answers.flat())
      }
    }

    const touched = (response: string): Promise<number> =>
      pagesTouched(database, `find_by_response('${owner}', '${response}')`)

    test('however many there are, and however many have the same', async () => {
      await talkOn(1, at => `resp_${at}`)
      const few = await touched('resp_7')
      expect(few).toBeGreaterThan(0)
      await talkOn(60, at => `later_${at}`)
      await talkOn(30, () => 'same')
      for (const statistics of ['', 'vacuum analyze']) {
        await database.run(statistics)
        for (const response of ['resp_7', 'later_77', 'same', 'unknown']) {
          expect(await touched(response), `${response} ${statistics}`).toBeLessThanOrEqual(few * 2)
        }
      }
    })

    test('and without the index it would look at them all, so that this would be seen', async () => {
      const found = await touched('resp_7')
      await database.run('drop index longhand.entries_response')
      expect(await touched('resp_7')).toBeGreaterThan(found * 20)
    })
  },
)
