import {
  Agent,
  type AgentInputItem,
  MemorySession,
  OpenAIChatCompletionsModel,
  OpenAIResponsesModel,
  run,
  setTracingDisabled,
  tool,
} from '@openai/agents'
import OpenAI from 'openai'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { openMemory } from '../stores/memory/open.ts'
import { behave } from '../testing/fake-provider/behaviours.ts'
import { type FakeProvider, startFakeProvider } from '../testing/fake-provider/fake-provider.ts'
import { testKey } from '../testing/fake-provider/real-providers.ts'
import { type AgentSession, type AgentSessionOptions, longhandSession } from './session.ts'

setTracingDisabled(true)

let fake: FakeProvider
beforeAll(async () => {
  fake = await startFakeProvider()
})
afterAll(() => fake.close())

const wires = { responses: OpenAIResponsesModel, 'chat completions': OpenAIChatCompletionsModel }

const read = tool({
  ...{ name: 'read', description: 'Reads a file.', parameters: z.object({ path: z.string() }) },
  execute: async () => 'contents of a file '.repeat(60),
})

const agentOf = (Model: (typeof wires)[keyof typeof wires] = OpenAIResponsesModel) =>
  new Agent({
    ...{ name: 'reader', instructions: 'Be brief.', tools: [read] },
    model: new Model(new OpenAI({ baseURL: fake.baseURL, apiKey: testKey, maxRetries: 0 }), 'ok'),
  })

const small: AgentSessionOptions = { model: 'ok', window: 2_500 }

const runIn = (session: AgentSession, text: string, agent = agentOf()) =>
  run(agent, text, { session, callModelInputFilter: session.callModelInputFilter, maxTurns: 50 })

const talk = (who: string, turns = 12): AgentInputItem[] =>
  Array.from({ length: turns }, (_, at): AgentInputItem[] => [
    { type: 'message', role: 'user', content: `${who} asks ${at}: what of src/${who}${at}.ts?` },
    {
      ...{ type: 'message', role: 'assistant', status: 'completed' },
      content: [{ type: 'output_text', text: `${who} is told ${at}. ${`${who} reads on `.repeat(60)}` }],
    },
  ]).flat()

const requestsSince = (start: number) => fake.calls.slice(start).map(({ request }) => request)

test.each(Object.entries(wires))(
  'L10 a run over %s outgrows its window in a tool loop, and the session keeps every item',
  async (_, Model) => {
    const session = await longhandSession(small)
    const start = fake.calls.length
    fake.script(
      ...Array.from({ length: 12 }, () => behave('parallel-calls', 2)).map(
        one => (request: Parameters<typeof one>[0]) => one({ ...request, turns: [] }),
      ),
    )
    const words = 'Read all of it, and do not touch src/keep.ts'
    const { finalOutput } = await runIn(session, words, agentOf(Model))
    expect(finalOutput).toContain('the build passes')
    const requests = requestsSince(start)
    expect(requests).toHaveLength(13)
    for (const { body, size } of requests) {
      for (const said of ['Be brief.', words]) expect(JSON.stringify(body)).toContain(said)
      expect(size).toBeLessThan(2_500)
    }
    expect(requests.at(-1)!.text).toContain('<summary>')
    const kept = await session.getItems()
    expect(kept).toHaveLength(1 + 12 * 4 + 1)
    expect(JSON.stringify(kept)).not.toContain('<summary>')
    expect(await session.receipts()).not.toEqual([])
  },
)

test('L10 what a person says later is kept too, when its own run folds it', async () => {
  const session = await longhandSession(small)
  await session.addItems(talk('Alice', 8))
  fake.script(
    ...Array.from(
      { length: 12 },
      () => (request: Parameters<ReturnType<typeof behave>>[0]) => behave('tool-loop')({ ...request, turns: [] }),
    ),
  )
  await runIn(session, 'Alice wants it all read')
  const kept = await session.getItems()
  expect(kept).toHaveLength(16 + 1 + 12 * 2 + 1)
  expect(JSON.stringify(kept[16])).toContain('Alice wants it all read')
  expect(JSON.stringify(kept)).not.toContain('<summary>')
})

test('L10 V1 what fits reaches the provider as if nobody had looked at it', async () => {
  const start = fake.calls.length
  for (const session of [new MemorySession(), await longhandSession({ model: 'ok' })]) {
    await session.addItems(talk('Alice', 3))
    const filter = 'callModelInputFilter' in session ? { callModelInputFilter: session.callModelInputFilter } : {}
    await run(agentOf(), 'Alice goes on', { session, ...filter })
  }
  const [bare, ours] = requestsSince(start)
  expect(ours!.hash).toBe(bare!.hash)
})

test('L10 L1 sessions never mix, also on one store and at the same time', async () => {
  const start = fake.calls.length
  const store = openMemory()
  await Promise.all(
    ['Alice', 'Bob'].map(async who => {
      const session = await longhandSession({ ...small, store, sessionId: who })
      await session.addItems(talk(who))
      await runIn(session, `${who} goes on`)
    }),
  )
  const sent = requestsSince(start).map(({ text }) => text)
  expect(sent).toHaveLength(2)
  expect(sent.filter(text => text.includes('Alice') && text.includes('Bob'))).toEqual([])
  expect(sent.every(text => text.includes('<summary>'))).toBe(true)
})

test('L10 T3 F1 it learns from the usage of a run; after a refusal as too long, the next run is smaller', async () => {
  const underlyingSession = new MemorySession()
  const session = await longhandSession({ model: 'ok', window: 20_000, underlyingSession })
  expect(await session.getSessionId()).toBe(await underlyingSession.getSessionId())
  await session.addItems(talk('Alice'))
  await runIn(session, 'Alice goes on')
  await runIn(session, 'Alice goes on and on')
  expect(session.status()).toMatchObject({ source: 'reported' })
  const start = fake.calls.length
  fake.script(behave('overflow'))
  const refused = await runIn(session, 'And now?').catch(error => error)
  await session.recover(refused)
  await runIn(session, 'And now?')
  expect(requestsSince(start).map(({ text }) => text.includes('<summary>'))).toEqual([false, true])
  expect(await session.receipts()).toMatchObject([{ trigger: 'overflow' }])
  await expect(session.recover(new TypeError('fetch failed'))).rejects.toThrow('fetch failed')
})

test('L10 L4 F5 a summary function that hangs or throws holds up no request', async () => {
  const functions = [() => new Promise<never>(() => {}), () => Promise.reject(new Error('401 Incorrect API key'))]
  for (const summarise of functions) {
    const session = await longhandSession({ ...small, summarise })
    for (const turns of [5, 4, 4]) {
      await session.addItems(talk('Alice', turns))
      const { finalOutput } = await runIn(session, 'Alice goes on')
      expect(finalOutput).toContain('the build passes')
    }
  }
})

test('L10 L2 options that cannot be used are refused in a sentence', async () => {
  await expect(longhandSession({ ...small, window: '4000' as never })).rejects.toThrow('window is "4000"; it must be')
})

test('L10 a run that is given the session without its filter is told so, once', async () => {
  const told: unknown[] = []
  const session = await longhandSession({ ...small, onError: error => told.push(error) })
  await runIn(session, 'With the filter')
  expect(told).toEqual([])
  const alone = await longhandSession({ ...small, onError: error => told.push(error) })
  for (const text of ['Without it', 'And again']) await run(agentOf(), text, { session: alone })
  expect(told).toEqual([expect.objectContaining({ code: 'bad-request', message: expect.stringContaining('filter') })])
})
