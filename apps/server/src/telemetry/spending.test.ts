import { costOf } from 'longhand/internal/core'
import type { Engine, EngineEvent } from 'longhand/internal/engine'
import { answer, behave, type FakeProvider, failure, startFakeProvider } from 'longhand/internal/testing'
import { openMemory } from 'longhand/memory'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Upstream } from '../models/upstreams.ts'
import { chunksOf } from '../testing/chunks.ts'
import { startEchoProvider } from '../testing/echo-provider.ts'
import { type Started, start } from '../testing/start.ts'
import { noteSpending } from './note-spending.ts'

let fake: FakeProvider
let storage: ReturnType<typeof openMemory>
let server: Started
const owner = '00000000-0000-4000-8000-000000000001'

beforeEach(async () => {
  storage = openMemory()
  fake = await startFakeProvider({ behaviour: () => answer('Fine words. '.repeat(100)) })
})
afterEach(async () => {
  await server.close()
  await fake.close()
})

async function open(dollarsPerMonth = 1_000, { baseURL } = fake): Promise<void> {
  const at = { baseURL, key: 'server-key' }
  const upstreams: readonly Upstream[] = [
    { ...at, name: 'openai', protocols: ['openai-chat', 'openai-responses'], hosted: true },
    { ...at, name: 'mine', protocols: ['openai-chat'], hosted: false },
  ]
  server = await start({ upstreams, storage, limits: { shared: true, dollarsPerMonth } })
}

const post = (path: string, body: object, signal?: AbortSignal) =>
  fetch(`${server.url}/v1/${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${server.token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
    ...(signal && { signal }),
  })

const said = 'What does it say? '.repeat(1_000)
const chat = (model: string, more: object = {}) =>
  post('chat/completions', { model, messages: [{ role: 'user', content: said }], ...more })

const rate = { name: 'look', everyMs: 0, maxAheadMs: 0, storage: 'not-measured' } as const
const spent = async (): Promise<number> => (await storage.as(owner).allowances.take(rate)).dollars

const prices = { input: 1, output: 2, cacheRead: 1, cacheWrite: 1 }
const engineOf = (storage: Engine['storage']) =>
  ({ storage, background: new Set(), shutdown: new AbortController() }) as unknown as Engine

/** What a request of 18 kB and an answer of 1.2 kB have cost in the end, by the dearest prices. */
const estimated = (dollars: number) => dollars > 0.08 && dollars < 0.14

test.each([
  ['streamed without a report', 'gpt-nobody-knows', { stream: true }],
  ['of a model without a price', 'gpt-nobody-knows', {}],
])('H8.11 an answer %s counts by an estimate', async (_, model, more) => {
  await open()
  await (await chat(model, more)).text()
  await expect.poll(async () => estimated(await spent())).toBe(true)
})

test('H8.11 an answer that was streamed without a report counts with the price of its model', async () => {
  await open()
  await (await chat('gpt-4.1', { stream: true })).text()
  await expect.poll(spent).toBeGreaterThan(0.001)
})

test('H8.11 an answer that its client leaves counts with what was said of it', async () => {
  await open()
  const gone = new AbortController()
  const asked = { model: 'drip-40', messages: [{ role: 'user', content: said }], stream: true }
  fake.script(behave('drip', 40))
  const answered = await post('chat/completions', asked, gone.signal)
  await answered.body!.getReader().read()
  gone.abort()
  await expect.poll(spent).toBeGreaterThan(0.08)
})

test('H8.11 what a provider refuses costs nothing, and neither does a model of one’s own without a price', async () => {
  await open()
  fake.script(() => failure('unavailable'))
  expect((await chat('gpt-nobody-knows')).ok).toBe(false)
  await (await chat('mine/llama', { stream: true })).text()
  await expect.poll(async () => Math.abs(await spent())).toBeLessThan(1e-9)
})

test('H8.11 embeddings count by their bytes', async () => {
  const echo = await startEchoProvider()
  await open(1_000, { ...fake, baseURL: echo.baseURL })
  await (await post('embeddings', { model: 'text-embedding-3-small', input: said })).text()
  const tokens = said.length / 3
  await expect.poll(spent).toBeGreaterThan((tokens * 0.2) / 1_000_000)
  expect(await spent()).toBeLessThan((1.1 * tokens * 0.2) / 1_000_000)
  await echo.close()
})

test('H8.11 a request counts before it is answered: of many at once, no more pass than are paid for', async () => {
  await open(0.01)
  fake.script(...Array.from({ length: 5 }, () => behave('drip', 40)))
  const first = await chat('gpt-nobody-knows', { stream: true })
  await expect.poll(spent).toBeGreaterThan(0.01)
  const asked = fake.calls.length
  const later = await Promise.all([1, 2, 3, 4].map(() => chat('gpt-nobody-knows', { stream: true })))
  expect(later.map(({ status }) => status)).toEqual([402, 402, 402, 402])
  expect(fake.calls).toHaveLength(asked)
  await first.text()
})

test('H8.11 a turn whose provider reports nothing counts by an estimate', async () => {
  await open()
  const { id } = await server.api.create()
  await chunksOf(await server.api.send(id, { clientId: 'm1', text: said }, {}))
  await expect.poll(spent).toBeGreaterThan(0.2)
})

test('H4.21, H8.11 a summary that a client’s own key pays for is not its owner’s to pay', async () => {
  await open()
  const counts = noteSpending(
    engineOf(storage),
    () => prices,
    () => {},
  )
  const event = { type: 'compaction', owner, receipt: { model: 'openai/x', cost: 2, calls: 1, before: 9, after: 9 } }
  counts.event({ ...event, keys: 'client' } as unknown as EngineEvent)
  counts.event({ ...event, receipt: { ...event.receipt, cost: null } } as unknown as EngineEvent)
  await expect.poll(spent).toBe(costOf({ input: 9, output: 9, cacheRead: 0, cacheWrite: 0 }, prices))
})
