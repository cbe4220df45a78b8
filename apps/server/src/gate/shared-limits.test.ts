import { LonghandError } from 'longhand'
import type { Storage } from 'longhand/internal/engine'
import { answer, hasPostgres, postgresForTests, startFakeProvider } from 'longhand/internal/testing'
import { openMemory } from 'longhand/memory'
import { openPostgres } from 'longhand/postgres'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import type { Upstream } from '../models/upstreams.ts'
import { fakeAnthropic } from '../testing/anthropic.ts'
import { chunksOf } from '../testing/chunks.ts'
import { ask, fill } from '../testing/fill.ts'
import { type Issuer, startIssuer } from '../testing/issuer.ts'
import { anthropicPackage } from '../testing/sdk-clients/anthropic.ts'
import { openaiChatPackage } from '../testing/sdk-clients/openai-chat.ts'
import { type Started, type StartOptions, start } from '../testing/start.ts'
import { sharedRates } from './rates.ts'

// Databases start slowly on a busy machine.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 })

let issuer: Issuer
beforeAll(async () => {
  issuer = await startIssuer()
})
afterAll(() => issuer.close())

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})

async function opened(options: StartOptions): Promise<Started> {
  const server = await start(options)
  closing.push(server.close)
  return server
}

/** Two processes of a server, and someone who asks each in turn for an answer in a conversation that is not there. */
async function pair(here: Storage, there: Storage) {
  // A quarter of a minute's may come at once; the next slot is far away on the slowest machine.
  const limits = { shared: true, perMinute: { ...sharedRates, turn: 1 / 15, relay: 1 / 15 } }
  const servers = await Promise.all([here, there].map(storage => opened({ storage, auth: issuer.auth, limits })))
  const post = async (at: number, path: string, headers: Record<string, string>) =>
    fetch(servers[at % 2]!.url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: '{"model":"m","max_tokens":5,"messages":[{"role":"user","content":"Hello"}]}',
    })
  return {
    turn: async (sub: string, at: number) =>
      post(at, '/api/conversations/00000000-0000-4000-8000-00000000000a/retry', {
        authorization: `Bearer ${await issuer.sign({ sub })}`,
      }),
    relay: async (sub: string, at: number) => post(at, '/v1/messages', { 'x-api-key': await issuer.sign({ sub }) }),
  }
}

async function expectOneRate({ turn, relay }: Awaited<ReturnType<typeof pair>>): Promise<void> {
  expect([(await turn('ann', 0)).status, (await turn('ann', 1)).status]).toEqual([404, 429])
  const refused = await turn('ann', 1)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(600)
  expect(await refused.json()).toMatchObject({ code: 'rate-limited', sentence: expect.stringMatching(/^Too many/) })
  expect((await turn('bob', 1)).status).toBe(404)
  expect([(await relay('ann', 1)).status, (await relay('ann', 0)).status]).toEqual([200, 429])
  const shaped = await relay('ann', 0)
  expect(Number(shaped.headers.get('retry-after'))).toBeGreaterThan(600)
  expect(await shaped.json()).toMatchObject({ type: 'error', error: { type: 'rate_limit_error' } })
}

test('H8.10 two processes allow no more than one would, relayed requests too, each owner apart, and say how long to wait', async () => {
  const storage = openMemory()
  await expectOneRate(await pair(storage, storage))
})

test.runIf(hasPostgres())('H8.10 so do two that have nothing in common but a Postgres', async () => {
  const database = await postgresForTests()
  closing.push(database.close)
  const [here, there] = await Promise.all([openPostgres(database.url), openPostgres(database.url)])
  await expectOneRate(await pair(here, there))
})

test('H8.10 with the database down each process counts for itself, and asks it no more for a while', async () => {
  let asked = 0
  const down = watched(openMemory(), () => {
    asked++
    throw new LonghandError('store-unavailable', 'The database does not answer.')
  })
  const { turn } = await pair(down, down)
  const statuses = await Promise.all([0, 1, 0, 1].map(async at => (await turn('ann', at)).status))
  expect(statuses.toSorted()).toEqual([404, 404, 429, 429])
  expect(asked).toBe(2)
})

test('H8.10 without a word in the configuration the database is not asked', async () => {
  let asked = 0
  const server = await opened({ storage: watched(openMemory(), () => asked++) })
  await fill(server, ['Hello'])
  expect(asked).toBe(0)
})

/** A storage that tells when it is asked for an allowance. */
const watched = (storage: Storage, onTake: () => void): Storage => ({
  ...storage,
  as: owner => {
    const store = storage.as(owner)
    const take: typeof store.allowances.take = async rate => {
      onTake()
      return store.allowances.take(rate)
    }
    return { ...store, allowances: { ...store.allowances, take } }
  },
})

test('H8.11 who stores more than they may writes no more until they have erased some; reading and taking it away go on', async () => {
  const server = await opened({ limits: { shared: true, storageMB: 0.0001 } })
  const id = await fill(server, [
    'A message of some length, so that it takes more than is allowed here. And more of it.',
  ])
  const refused = await ask(server, 'POST', `/api/conversations/${id}/messages`, { clientId: 'm9', text: 'More' })
  expect(refused.status).toBe(507)
  expect(await refused.json()).toMatchObject({
    code: 'over-quota',
    sentence: expect.stringMatching(/^Your data takes \d+\.\d MB, and 0\.0001 MB are allowed\. Delete some\./),
  })
  expect((await server.api.entries(id)).entries).toHaveLength(2)
  const project = await (await ask(server, 'POST', '/api/projects', { name: 'Boats' })).json()
  const file = { name: 'notes.md', text: 'Pine.' }
  expect((await ask(server, 'POST', `/api/projects/${project.id}/files`, file)).status).toBe(507)
  expect((await ask(server, 'GET', '/api/export')).status).toBe(200)
  await server.api.delete(id)
  const { id: other } = await server.api.create()
  const again = () => server.api.send(other, { clientId: 'm1', text: 'Hello' }, {})
  await expect(again()).rejects.toMatchObject({ code: 'over-quota' })
  await server.api.erase(id)
  await chunksOf(await again())
  expect((await server.api.entries(other)).entries).toHaveLength(2)
})

test('H8.11 who has spent what they may this month is told, asks no model any more, and can still take it all away', async () => {
  const anthropic = await fakeAnthropic(100_000)
  closing.push(anthropic.fake.close)
  const storage = openMemory()
  const server = await opened({ ...anthropic, storage, limits: { shared: true, dollarsPerMonth: 0.00001 } })
  const { id } = await server.api.create()
  await chunksOf(await server.api.send(id, { clientId: 'm1', text: 'Hello' }, {}))
  await spentBy(storage)
  const asked = anthropic.chats().length
  const refused = await ask(server, 'POST', `/api/conversations/${id}/messages`, { clientId: 'm2', text: 'And?' })
  expect(refused.status).toBe(402)
  expect(await refused.json()).toMatchObject({
    code: 'over-quota',
    sentence: expect.stringMatching(/^You have spent \$\d+\.\d\d this month, and \$0\.00001 is allowed\. Wait/),
  })
  expect(anthropic.chats()).toHaveLength(asked)
  expect((await ask(server, 'GET', '/api/export')).status).toBe(200)
})

/** Resolves when what an answer cost has been noted; it is not waited for by whoever reads the answer. */
const spentBy = async (storage: Storage) => {
  const rate = { name: 'look', everyMs: 0, maxAheadMs: 0, storage: 'not-measured' } as const
  const spent = async () => (await storage.as('00000000-0000-4000-8000-000000000001').allowances.take(rate)).dollars
  await expect.poll(spent, { timeout: 30_000 }).toBeGreaterThan(0)
  return spent()
}

/** A server that passes requests on to a provider, and what its owner has spent. */
async function relaying(limits: StartOptions['limits']) {
  const fake = await startFakeProvider({ behaviour: () => answer('Fine.') })
  closing.push(fake.close)
  const anthropic = await fakeAnthropic(100_000)
  closing.push(anthropic.fake.close)
  const at = { baseURL: fake.baseURL, key: 'server-key', hosted: true }
  const upstreams: readonly Upstream[] = [
    { ...at, name: 'anthropic', protocols: ['anthropic'] },
    { ...at, name: 'openai', protocols: ['openai-chat'] },
  ]
  let asked = 0
  const storage = openMemory()
  const counting = watched(storage, () => asked++)
  const server = await opened({ ...anthropic, upstreams, storage: counting, limits: { shared: true, ...limits } })
  return { server, fake, storage, asked: () => asked }
}

test('H8.11 what clients of the relay spend with the keys of the server counts, with their own it does not', async () => {
  const { server, fake, storage } = await relaying({ dollarsPerMonth: 0.00001 })
  const sdk = anthropicPackage('@anthropic-ai/sdk')
  const say = async (key: string) => {
    const chat = await sdk.open({ url: server.url, key, model: 'claude-sonnet-4-5', retries: 0 })
    chat.say('Hello.')
    return (await chat.ask()).text
  }
  expect(await say('sk-ant-of-the-client')).toBe('Fine.')
  expect(await say(server.token)).toBe('Fine.')
  await spentBy(storage)
  const before = fake.calls.length
  await expect(say(server.token)).rejects.toMatchObject({ status: 402 })
  expect(fake.calls).toHaveLength(before)
  expect(await say('sk-ant-of-the-client')).toBe('Fine.')
})

test.each([
  ['@anthropic-ai/sdk', anthropicPackage('@anthropic-ai/sdk')],
  ['openai', openaiChatPackage('openai')],
])('H8.11 H4.20 %s is told what is stored and allowed, and does not ask again by itself', async (_, sdk) => {
  const { server, fake, asked } = await relaying({ storageMB: 0 })
  await fill(server, ['Something that takes room.'])
  const chat = await sdk.open({ url: server.url, key: server.token, model: 'some-model', retries: 3 })
  chat.say('Hello.')
  const [calls, before] = [fake.calls.length, asked()]
  await expect(chat.ask()).rejects.toMatchObject({ status: 507, message: expect.stringContaining('0 MB are allowed') })
  expect([fake.calls.length, asked() - before]).toEqual([calls, 1])
})
