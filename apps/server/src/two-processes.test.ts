import { openPostgres } from 'longhand/stores'
import { hasPostgres, postgresForTests } from 'longhand/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type FakeAnthropic, fakeAnthropic } from './testing/anthropic.ts'
import { chunksOf, eachChunk } from './testing/chunks.ts'
import { type Started, start } from './testing/start.ts'

if (!hasPostgres())
  console.warn('! NO POSTGRES HERE: two servers on one database are not tested. Set TEST_DATABASE_URL.')

describe.runIf(hasPostgres())('D4 two servers on one Postgres', () => {
  let database: Awaited<ReturnType<typeof postgresForTests>>
  let anthropic: FakeAnthropic
  let here: Started
  let there: Started
  beforeAll(async () => {
    database = await postgresForTests()
    anthropic = await fakeAnthropic(4_000)
    here = await start({ storage: await openPostgres(database.url), ...anthropic })
    there = await start({ storage: await openPostgres(database.url), ...anthropic })
  }, 120_000)
  afterAll(async () => {
    await Promise.all([here.close(), there.close()])
    await anthropic.fake.close()
    await database.close()
  })

  const talk = async (id: string, turns: number) => {
    for (let at = 1; at <= turns; at++) {
      const text = `Item ${at}: the price in src/prices/item-${at}.ts is ${at}.50 euros. ${'It was agreed. '.repeat(12)}`
      await chunksOf(await here.api.send(id, { clientId: `m${at}`, text }, {}))
    }
  }

  test('W6 what is sent at one is told at the other within a second, and can be read there', async () => {
    // The first message of a process loads the tokenizer.
    await talk((await here.api.create()).id, 1)
    const { id } = await here.api.create()
    const heard = (async () => {
      for await (const notice of eachChunk(await there.api.live({}))) if (notice.id === id) return Date.now()
      return Number.POSITIVE_INFINITY
    })()
    await new Promise(resolve => setTimeout(resolve, 200))
    const from = Date.now()
    await talk(id, 1)
    expect((await heard) - from).toBeLessThan(1_000)
    expect((await there.api.entries(id)).entries).toHaveLength(2)
  })

  test('C12 both are asked to condense the same conversation: one does, and it counts once', async () => {
    const { id } = await here.api.create()
    await talk(id, 18)
    const asked = [here, there].map(({ api }) => api.compact(id, { force: true }))
    const answers = (await Promise.all(asked)).map(({ type }) => type)
    expect(answers.every(type => type === 'completed' || type === 'started')).toBe(true)
    for (let tries = 0; tries < 100 && (await there.api.conversation(id)).compaction === null; tries++)
      await new Promise(resolve => setTimeout(resolve, 50))
    const { entries } = await there.api.entries(id)
    expect(entries.filter(({ type }) => type === 'compaction')).toHaveLength(1)
    expect(await here.api.receipts(id)).toHaveLength(1)
    expect((await here.api.view(id)).messages).toEqual((await there.api.view(id)).messages)
  })

  test('K10 an answer that one writes is read at the other', async () => {
    const { id } = await here.api.create()
    anthropic.fake.script(() => ({
      type: 'answer',
      says: [{ type: 'text', text: 'One word after the other, slowly. '.repeat(20) }],
      ending: 'stop',
      delivery: { type: 'drip', bytes: 64, ms: 15 },
    }))
    const written = here.api.send(id, { clientId: 'm1', text: 'Tell me' }, {}).then(chunksOf)
    for (let tries = 0; tries < 100 && (await there.api.conversation(id)).turn === null; tries++)
      await new Promise(resolve => setTimeout(resolve, 20))
    const followed = await chunksOf(await there.api.resume(id, {}))
    await written
    expect(followed[0]?.type).toBe('start')
    expect(followed.filter(({ type }) => type === 'data-entry').map(({ id }) => id)).toEqual(['m1', 'm1.1.0'])
    expect(followed.at(-1)?.type).toBe('finish')
  })
})
