import type { Storage } from 'longhand/internal/engine'
import {
  type Answer,
  answer,
  type Failure,
  type FakeProvider,
  type FakeRequest,
  failure,
  startFakeProvider,
} from 'longhand/internal/testing'
import { meter } from 'longhand/internal/tokens'
import { openMemory } from 'longhand/memory'
import { afterEach, describe, expect, test } from 'vitest'
import type { ConfigValues } from '../config/config-schema.ts'
import { createModelList } from '../models/model-list.ts'
import { offlineSource, smallOffline } from '../models/offline.ts'
import { openProviders } from '../models/providers.ts'
import { chunksOf } from '../testing/chunks.ts'
import { type Started, start } from '../testing/start.ts'

// Every provider package as people use it, against a fake that speaks its protocol.

type Providers = NonNullable<ConfigValues['providers']>

const table: readonly (readonly [string, (url: string) => Providers])[] = [
  ['anthropic/claude-sonnet-4-5', url => ({ anthropic: { base_url: url } })],
  ['openai/gpt-5.2', url => ({ openai: { base_url: url } })],
  ['google/gemini-2.5-pro', url => ({ google: { base_url: url } })],
  ['ollama/llama3.2', url => ({ compatible: { ollama: { base_url: url, models: ['llama3.2'], tools: 'on' } } })],
]
const keys = {
  ANTHROPIC_API_KEY: 'key-for-the-fake',
  OPENAI_API_KEY: 'key-for-the-fake',
  GOOGLE_GENERATIVE_AI_API_KEY: 'key-for-the-fake',
}

let fake: FakeProvider
let server: Started
afterEach(async () => {
  await server.close()
  await fake.close()
})

const isForTitle = ({ text }: FakeRequest): boolean => text.includes('You give conversations their titles')
const titleRequests = () => fake.calls.map(({ request }) => request).filter(isForTitle)

async function open(
  model: string,
  providers: (url: string) => Providers,
  reply: () => Answer | Failure,
  storage = openMemory(),
) {
  fake = await startFakeProvider({ behaviour: asked => (isForTitle(asked) ? reply() : answer('Forty minutes.')) })
  const sources = [...openProviders(keys, { providers: providers(fake.baseURL) }), offlineSource]
  const settings = () => ({ model, summaryModel: 'auto', fastModel: 'auto' })
  const ownFigures = { [smallOffline.name]: smallOffline }
  server = await start({
    models: scopeFor => createModelList({ sources, ownFigures, settings }, scopeFor),
    meter,
    storage,
    titles: 'model',
  })
}

const say = async (id: string, text: string) =>
  chunksOf(await server.api.send(id, { clientId: crypto.randomUUID(), text }, {}))
const costOfTitles = async () => {
  const headers = { authorization: `Bearer ${server.token}` }
  const metrics = await (await fetch(`${server.url}/metrics`, { headers })).text()
  return Number(/longhand_cost_dollars_total\{for="title"\} (\S+)/.exec(metrics)?.[1] ?? 0)
}
const titleOf = async (id: string) => (await server.api.conversation(id)).title
const question = 'How long does a lemon cake bake? I have twelve guests.'
const asked = () => expect.poll(() => titleRequests().length, { timeout: 10_000 }).toBe(1)

describe.each(table)('W23 %s', (model, providers) => {
  test('after the first answer the conversation’s model writes its title, asked for once, briefly and without tools', async () => {
    await open(model, providers, () => answer('"Lemon cake for twelve."'))
    const { id } = await server.api.create({ model })
    await say(id, question)
    await expect.poll(() => titleOf(id), { timeout: 10_000 }).toBe('Lemon cake for twelve')
    const [request] = titleRequests()
    expect(request!.text).toContain(question)
    expect(request!.text).toContain('Forty minutes.')
    expect(JSON.stringify(request!.body)).not.toContain('getContextStats')
    await say(id, 'And at 160 °C?')
    expect(titleRequests()).toHaveLength(1)
  })
})

const [ollama] = table.slice(-1)

test('W23 a title that a person has chosen stays, also when they choose it meanwhile', async () => {
  let renamed: Promise<unknown> | null = null
  await open('anthropic/claude-sonnet-4-5', table[0]![1], () => {
    renamed ??= server.api.update(id, { title: 'Birthday' })
    return { ...answer('Lemon cake'), delivery: { type: 'slow', ms: 1_000 } }
  })
  const { id } = await server.api.create()
  await say(id, question)
  await expect.poll(costOfTitles, { timeout: 15_000 }).toBeGreaterThan(0)
  await renamed
  await say(id, 'And at 160 °C?')
  expect(await titleOf(id)).toBe('Birthday')
  const named = await server.api.create({ title: 'Mine' })
  await say(named.id, question)
  expect(titleRequests()).toHaveLength(1)
  expect(await titleOf(named.id)).toBe('Mine')
})

test('W23 a title that was written makes nobody read the conversation again', async () => {
  const storage = openMemory()
  let reads = 0
  const counting: Storage = {
    ...storage,
    as(owner) {
      const store = storage.as(owner)
      const branch: typeof store.entries.branch = (...asked) => {
        reads++
        return store.entries.branch(...asked)
      }
      return { ...store, entries: { ...store.entries, branch } }
    },
  }
  await open('anthropic/claude-sonnet-4-5', table[0]![1], () => answer('Lemon cake'), counting)
  const { id } = await server.api.create()
  await say(id, question)
  await expect.poll(() => titleOf(id), { timeout: 10_000 }).toBe('Lemon cake')
  const before = reads
  await say(id, 'And at 160 °C?')
  expect(reads).toBe(before)
  expect(fake.calls.at(-1)!.request.text).toContain(question)
  await server.api.update(id, { title: 'Birthday' })
  await say(id, 'And at 200 °C?')
  expect(reads).toBeGreaterThan(before)
})

test('W23 where it fails, the first words stay, and nobody is told', async () => {
  await open(ollama![0], ollama![1], () => failure('overloaded'))
  const { id } = await server.api.create({ model: ollama![0] })
  await say(id, question)
  await asked()
  expect(await titleOf(id)).toBe('How long does a lemon cake bake?')
})

test('W23 the offline model is not asked, nor any when titles are switched off; the cost is counted', async () => {
  await open('anthropic/claude-sonnet-4-5', table[0]![1], () => answer('Lemon cake'))
  const offline = await server.api.create({ model: 'offline/quoting' })
  await say(offline.id, question)
  const { id } = await server.api.create({ model: 'anthropic/claude-sonnet-4-5' })
  await say(id, question)
  await expect.poll(() => titleOf(id), { timeout: 10_000 }).toBe('Lemon cake')
  expect(await costOfTitles()).toBeGreaterThan(0)
  await server.api.changeSettings({ titles: 'first-words' })
  const off = await server.api.create({ model: 'anthropic/claude-sonnet-4-5' })
  await say(off.id, question)
  await say(off.id, 'And at 160 °C?')
  expect(titleRequests()).toHaveLength(1)
  expect(await titleOf(off.id)).toBe('How long does a lemon cake bake?')
  expect(await titleOf(offline.id)).toBe('How long does a lemon cake bake?')
})
