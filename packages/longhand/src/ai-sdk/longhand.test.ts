import { generateText, isStepCount, type ModelMessage, streamText, tool } from 'ai'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { type FakeProvider, startFakeProvider } from '../testing/fake-provider/fake-provider.ts'
import { realModel } from '../testing/fake-provider/real-providers.ts'
import { embeddedForTests } from '../testing/store-contract/embedded.ts'
import { longhand } from './longhand.ts'

let fake: FakeProvider
beforeAll(async () => {
  fake = await startFakeProvider()
})
afterAll(() => fake.close())

const model = (name: string) => realModel('anthropic', name, fake)

const talk = (turns: number): ModelMessage[] =>
  Array.from({ length: turns }, (_, at): ModelMessage[] => [
    { role: 'user', content: `Question ${at}: what of src/file${at}.ts?` },
    { role: 'assistant', content: `Answer ${at}. ${'some more words '.repeat(60)}` },
  ]).flat()

test('C1 an app adopts it in five lines: a history that is too long for the window is sent compacted', async () => {
  const messages: ModelMessage[] = [...talk(12), { role: 'user', content: 'Go on' }]
  const context = longhand({ model: model('ok'), summariser: null, window: 2_500 })
  await generateText({
    model: model('ok'),
    messages: await context.prepare(messages),
    prepareStep: context.prepareStep,
  })
  const { text } = fake.calls.at(-1)!.request
  expect(text).toContain('<summary>')
  expect(text).toContain('Go on')
  expect(context.state()?.version).toBe(1)
})

test('V4 the state handed in again gives the same view without another compaction', async () => {
  const messages: ModelMessage[] = [...talk(12), { role: 'user', content: 'Go on' }]
  const first = longhand({ model: model('ok'), summariser: null, window: 2_500 })
  const view = await first.prepare(messages)
  const compactions: unknown[] = []
  const second = longhand({
    model: model('ok'),
    summariser: null,
    window: 2_500,
    state: first.state(),
    onCompaction: one => compactions.push(one),
  })
  expect(await second.prepare(messages)).toEqual(view)
  expect(compactions).toEqual([])
})

test('C1 a tool loop that outgrows the window is compacted between its steps', async () => {
  const compactions: unknown[] = []
  const context = longhand({
    model: model('tool-loop-99'),
    summariser: null,
    window: 2_500,
    onCompaction: one => compactions.push(one),
  })
  const read = tool({ inputSchema: z.any(), execute: async () => 'contents of a file '.repeat(60) })
  const result = await generateText({
    model: model('tool-loop-99'),
    messages: await context.prepare([{ role: 'user', content: 'Read everything' }]),
    prepareStep: context.prepareStep,
    tools: { read },
    stopWhen: isStepCount(13),
  })
  expect(result.steps).toHaveLength(13)
  expect(compactions.length).toBeGreaterThan(0)
  expect(fake.calls.at(-1)!.request.text).toContain('<summary>')
  expect(fake.calls.at(-1)!.request.text).toContain('Read everything')
})

const history = (turns: number): ModelMessage[] => [...talk(turns), { role: 'user', content: 'Go on' }]
const asked = () => fake.calls.at(-1)!.request

const ways = {
  generateText: async (options: Parameters<typeof generateText>[0]) => (await generateText(options)).text,
  streamText: async (options: Parameters<typeof generateText>[0]) => streamText(options as never).text,
}

test.each(Object.entries(ways))('C1 %s with prepareStep alone sends the whole conversation', async (_, ask) => {
  const { prepareStep } = longhand({ model: model('ok'), summariser: null, window: 100_000 })
  await ask({ model: model('ok'), messages: history(12), prepareStep })
  for (const said of ['Question 0:', 'Answer 5.', 'Answer 11.', 'Go on']) expect(asked().text).toContain(said)
})

test.each(Object.entries(ways))('C1 %s with prepareStep alone folds what is too long, step by step', async (_, ask) => {
  const { prepareStep, state } = longhand({ model: model('tool-loop-3'), summariser: null, window: 2_500 })
  const read = tool({ inputSchema: z.any(), execute: async () => 'contents of a file' })
  await ask({
    model: model('tool-loop-3'),
    messages: history(12),
    tools: { read },
    stopWhen: isStepCount(5),
    prepareStep,
  } as Parameters<typeof generateText>[0])
  expect(asked().turns.filter(({ role }) => role === 'tool')).toHaveLength(3)
  for (const said of ['<summary>', 'Go on', 'contents of a file']) expect(asked().text).toContain(said)
  expect(state()).not.toBeNull()
})

test('F2 what cannot fit is refused, by prepare and between two steps', async () => {
  const messages: ModelMessage[] = [
    { role: 'user', content: 'Start' },
    { role: 'assistant', content: 'Yes?' },
    { role: 'user', content: 'word '.repeat(20_000) },
  ]
  const context = longhand({ model: model('ok'), summariser: null, window: 14_000 })
  const message = expect.stringMatching(/needs 2\d,\d{3} tokens; 12,250 are free\. Largest: ¶ 3/)
  const refusal = { code: 'does-not-fit', message }
  await expect(context.prepare(messages)).rejects.toMatchObject(refusal)
  const before = fake.calls.length
  const asking = generateText({ model: model('ok'), messages, prepareStep: context.prepareStep })
  await expect(asking).rejects.toMatchObject(refusal)
  expect(fake.calls).toHaveLength(before)
})

test('C8 a chat’s own model is not asked for a summary of more than its window holds', async () => {
  const firstSize = async (name: string, options: object) => {
    const context = longhand({ model: model(name), ...options })
    await context.load(history(60))
    void context.compact({ by: 'force' }).catch(() => null)
    return vi.waitFor(() => fake.calls.find(({ request }) => request.model === name)!.request.size)
  }
  expect(await firstSize('small', { window: 6_000 })).toBeLessThan(6_000)
  expect(await firstSize('large', {})).toBeGreaterThan(12_000)
})

test('T3 onStepEnd makes the meter exact', async () => {
  const context = longhand({ model: model('exact'), summariser: null, window: 20_000 })
  const { prepareStep, onStepEnd } = context
  const { text } = await generateText({ model: model('exact'), messages: history(12), prepareStep, onStepEnd })
  const { input, output } = fake.calls.findLast(({ request }) => request.model === 'exact')!.usage!
  await context.prepare([...history(12), { role: 'assistant', content: text }, { role: 'user', content: 'And on' }])
  expect(context.status()).toMatchObject({ source: 'reported' })
  expect(context.status()!.used - input - output).toBeLessThan(20)
})

test('V4 a restart on the embedded store goes on with the stored summary', async () => {
  const { storage: store, close } = await embeddedForTests()
  const compactions: unknown[] = []
  const open = () =>
    longhand({
      ...{ model: model('ok'), summariser: null, window: 2_500, store, conversation: 'chat-42' },
      onCompaction: one => compactions.push(one),
    })
  const sent = await open().prepare(history(12))
  const again = open()
  expect(await again.prepare(structuredClone(history(12)))).toEqual(sent)
  expect(compactions).toHaveLength(1)
  expect(await again.receipts()).toHaveLength(1)
  await close()
})

test('C5 nobody waits for a summariser of 20 seconds: neither at the threshold nor at the limit', async () => {
  const context = longhand({ model: model('slow-first-byte-20000'), window: 40_000, policy: { prepare: 0.1 } })
  const startedAt = performance.now()
  const whole = await context.prepare(history(60))
  expect(whole).toHaveLength(121)
  await vi.waitFor(() => expect(asked().model).toBe('slow-first-byte-20000'))
  const folded = await context.prepare(history(200))
  expect(folded.length).toBeLessThan(20)
  expect(performance.now() - startedAt).toBeLessThan(10_000)
})
