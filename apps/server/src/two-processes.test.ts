import { answer, behave, hasPostgres, postgresForTests } from 'longhand/internal/testing'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type FakeAnthropic, fakeAnthropic } from './testing/anthropic.ts'
import { type Child, startSharing } from './testing/child.ts'
import { type Chunk, chunksOf, eachChunk } from './testing/chunks.ts'
import { goodSummary } from './testing/scenarios/bakery.ts'

if (!hasPostgres())
  console.warn('! NO POSTGRES HERE: two servers on one database are not tested. Set TEST_DATABASE_URL.')

// Starting processes takes as long as the machine is busy with other things.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 180_000 })

describe.runIf(hasPostgres())('D4 two server processes on one Postgres', () => {
  let database: Awaited<ReturnType<typeof postgresForTests>>
  let anthropic: FakeAnthropic
  let here: Child
  let there: Child
  beforeAll(async () => {
    database = await postgresForTests()
    anthropic = await fakeAnthropic(4_000)
    const started = Array.from({ length: 2 }, () => startSharing(database.url, anthropic.fake.baseURL))
    ;[here, there] = (await Promise.all(started)) as [Child, Child]
  })
  afterAll(async () => {
    await Promise.all([here, there].map(child => child.end('SIGKILL')))
    await anthropic.fake.close()
    await database.close()
  })

  const talk = async (id: string, turns: number, through = here) => {
    for (let at = 1; at <= turns; at++) {
      const text = `Item ${at}: the price in src/prices/item-${at}.ts is ${at}.50 euros. ${'It was agreed. '.repeat(12)}`
      await chunksOf(await through.api.send(id, { clientId: crypto.randomUUID(), text }, {}))
    }
  }

  const compactionsIn = async (id: string) =>
    (await there.api.entries(id, { limit: 200 })).entries.filter(({ type }) => type === 'compaction')

  const condensed = (id: string) => vi.waitUntil(async () => (await there.api.conversation(id)).compaction, patience)

  test('W6 what is sent at one is told at the other within a second, and can be read there', async () => {
    // The first message of a process loads the tokenizer.
    await talk((await here.api.create()).id, 1)
    const { id } = await here.api.create()
    const notices = eachChunk(await there.api.live({}))
    const delays: number[] = []
    for (let time = 0; time < 5; time++) {
      const heard = next(notices, ({ id: about }) => about === id).then(Date.now)
      const from = Date.now()
      const body = await here.api.send(id, { clientId: `m${time}`, text: 'Hello' }, {})
      delays.push((await heard) - from)
      await chunksOf(body)
    }
    await notices.return(undefined)
    // The quickest of five, because others use the machine too.
    expect(Math.min(...delays)).toBeLessThan(1_000)
    expect((await there.api.entries(id)).entries).toHaveLength(10)
  })

  test('C12 both are asked to condense the same conversation: one does, it is paid for once and counts once', async () => {
    const { id } = await here.api.create()
    await talk(id, 9)
    const before = anthropic.summaries().length
    // Slow enough that the second comes while the first is at work; later it would be told to cool down.
    anthropic.fake.script(() => ({ ...answer(goodSummary), delivery: { type: 'slow', ms: 3_000 } }))
    const asked = [here, there].map(({ api }) => api.compact(id, { force: true }))
    const answers = (await Promise.all(asked)).map(({ type }) => type)
    expect(answers.every(type => type === 'completed' || type === 'started')).toBe(true)
    await condensed(id)
    expect(await compactionsIn(id)).toHaveLength(1)
    expect(await here.api.receipts(id)).toHaveLength(1)
    expect(anthropic.summaries()).toHaveLength(before + 1)
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
    await vi.waitUntil(async () => (await there.api.conversation(id)).turn, patience)
    const followed = await chunksOf(await there.api.resume(id, {}))
    await written
    expect(followed[0]?.type).toBe('start')
    expect(followed.filter(({ type }) => type === 'data-entry').map(({ id }) => id)).toEqual([
      'm1',
      expect.stringMatching(/\/1\.0$/),
    ])
    expect(followed.at(-1)?.type).toBe('finish')
  })

  test('C13 after kill -9 of one in mid-compaction the other finishes it, once, and the conversation goes on', async () => {
    const { id } = await here.api.create()
    await talk(id, 9)
    const before = anthropic.summaries().length
    anthropic.fake.script(behave('half-open'))
    const asked = here.api.compact(id, { force: true }).catch(() => null)
    await vi.waitUntil(() => anthropic.summaries().length > before, patience)
    await here.end('SIGKILL')
    await asked
    expect(await compactionsIn(id)).toHaveLength(0)
    // Half a minute passes, as far as the lease of the dead is concerned.
    await database.run(`update longhand.compactions set lease_until = lease_until - interval '30 seconds'`)
    await condensed(id)
    expect(await compactionsIn(id)).toHaveLength(1)
    expect(await there.api.receipts(id)).toMatchObject([{ id: expect.any(String) }])
    expect(anthropic.summaries()).toHaveLength(before + 2)
    await talk(id, 1, there)
    expect((await there.api.view(id)).messages.map(({ kind }) => kind)).toContain('summary')
    here = await startSharing(database.url, anthropic.fake.baseURL)
    expect((await here.api.view(id)).messages).toEqual((await there.api.view(id)).messages)
  })

  test('D4 when one is asked to end in mid-compaction, the other goes on at once', async () => {
    const { id } = await here.api.create()
    await talk(id, 9)
    const before = anthropic.summaries().length
    anthropic.fake.script(behave('half-open'))
    const asked = here.api.compact(id, { force: true }).catch(() => null)
    await vi.waitUntil(() => anthropic.summaries().length > before, patience)
    expect(await here.end('SIGTERM')).toBe(0)
    await asked
    await condensed(id)
    expect(await compactionsIn(id)).toHaveLength(1)
    here = await startSharing(database.url, anthropic.fake.baseURL)
  })
})

/** Less than a lease: whoever waited for one would be too late. */
const patience = { timeout: 25_000, interval: 50 }

async function next(notices: AsyncGenerator<Chunk>, wanted: (notice: Chunk) => boolean): Promise<void> {
  for (;;) {
    const { value, done } = await notices.next()
    if (done || wanted(value)) return
  }
}
