import { generateText, isStepCount, type ModelMessage, tool } from 'ai'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { type FakeProvider, startFakeProvider } from '../testing/fake-provider/fake-provider.ts'
import { realModel } from '../testing/fake-provider/real-providers.ts'
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
