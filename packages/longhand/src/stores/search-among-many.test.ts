import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Store } from '../engine/ports/store.ts'
import type { TestDatabase } from '../testing/store-contract/database.ts'
import { embeddedForTests } from '../testing/store-contract/embedded.ts'
import { hasPostgres, postgresForTests } from '../testing/store-contract/postgres.ts'
import { newConversation, said } from '../testing/store-contract/room.ts'
import { pagesTouched } from '../testing/store-contract/touched.ts'
import { migrate } from './postgres/migrate.ts'
import { migrations } from './postgres/migrations.ts'
import { inTransaction, openPostgres } from './postgres/open.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 180_000 })

const engines = { embedded: embeddedForTests, ...(hasPostgres() ? { postgres: postgresForTests } : {}) }

const [owner, other] = [randomUUID(), randomUUID()]

/** More than Postgres would take a sample of. */
const othersMessages = 60_000

describe.each(Object.entries(engines))('D8 on %s, a word that others say in 60,000 messages', (_, open) => {
  let database: TestDatabase
  let mine: Store
  beforeAll(async () => {
    database = await open()
    mine = database.storage.as(owner)
    for (let at = 0; at < 10; at++) {
      const { id } = await newConversation(mine)
      await mine.entries.append(id, [said('user', 'The invoice is open'), said('assistant', 'The invoice is paid')])
    }
    // Newer messages, so that the index is asked.
    const { id } = await newConversation(mine, 'Lamp')
    for (let at = 0; at < 6; at++) {
      await mine.entries.append(
        id,
        Array.from({ length: 200 }, (_, n) => said('user', `About lamp ${at * 200 + n}`)),
      )
    }
    await othersSay(database, 'invoice due')
  })
  afterAll(() => database?.close())

  test.each(['invoice', 'invo', 'the invoice', 'invoice -due', '-lamp'])(
    'is found each time an owner said it, and each time alike: %s',
    async words => {
      for (let at = 0; at < 5; at++) {
        const hits = await mine.entries.search(words, { limit: 100 })
        const { conversations } = await mine.conversations.list({ search: words })
        expect([hits.length, conversations.length]).toEqual([20, 10])
      }
    },
  )

  test('takes no more pages to find than where others say nothing', async () => {
    const call = `search_entries('${owner}', 'invo', null, 20, 'invo')`
    const among = await pagesTouched(database, call)
    await database.run(`delete from longhand.words where owner = '${other}'`)
    await database.run('vacuum longhand.words')
    expect(among).toBeLessThan((await pagesTouched(database, call)) * 1.1)
  })
})

test.runIf(hasPostgres())('D8 what was stored before words had an owner is found as well, of every owner', async () => {
  const database = await postgresForTests()
  await database.run('create database older owner longhand template template0')
  const url = database.url.replace(/longhand$/, 'older')
  const login = new pg.Pool({ connectionString: url })
  const steps = await migrations()
  await migrate(
    inTransaction(login),
    steps.filter(({ name }) => name !== 'longhand_search_by_owner'),
  )
  const storage = await openPostgres(url, { schema: 'trust' })
  const owners = [owner, other]
  for (const each of owners) {
    const { id } = await newConversation(storage.as(each))
    await storage.as(each).entries.append(id, [said('user', `The lantern of ${each}`, 'old')])
  }
  await migrate(inTransaction(login), steps)
  for (const each of owners) {
    const hits = await storage.as(each).entries.search('lantern')
    expect(hits.map(({ preview }) => preview)).toEqual([`The lantern of ${each}`])
  }
  await login.end()
  await storage.close()
  await database.close()
})

/** Words alone, which is what a search looks in. */
async function othersSay({ run, storage }: TestDatabase, text: string): Promise<void> {
  const { id } = await newConversation(storage.as(other))
  await run(
    `insert into longhand.words (conversation, line, depth, owner, words)
     select '${id}', 1, depth, '${other}', to_tsvector('simple', '${text}') from generate_series(1, ${othersMessages}) depth`,
    [],
  )
}
