import {
  asSchema,
  createUIMessageStream,
  type ModelMessage,
  readUIMessageStream,
  streamText,
  toUIMessageStream,
  type UIMessage,
} from 'ai'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type LonghandDataParts, longhandDataParts } from '../core/answer-parts.ts'
import { type FakeProvider, startFakeProvider } from '../testing/fake-provider/fake-provider.ts'
import { realModel } from '../testing/fake-provider/real-providers.ts'
import { longhand } from './longhand.ts'

let fake: FakeProvider
beforeAll(async () => {
  fake = await startFakeProvider()
})
afterAll(() => fake.close())

const model = () => realModel('anthropic', 'ok', fake)

const history = (turns: number): ModelMessage[] => [
  ...Array.from({ length: turns }, (_, at): ModelMessage[] => [
    { role: 'user', content: `Question ${at}: what of src/file${at}.ts?` },
    { role: 'assistant', content: `Answer ${at}. ${'some more words '.repeat(60)}` },
  ]).flat(),
  { role: 'user', content: 'Go on' },
]

type ChatMessage = UIMessage<unknown, LonghandDataParts>

async function answered(context: ReturnType<typeof longhand>, messages: ModelMessage[]): Promise<ChatMessage> {
  const stream = createUIMessageStream<ChatMessage>({
    execute: ({ writer }) => {
      context.writeTo(writer)
      const { stream } = streamText({ model: model(), messages, prepareStep: context.prepareStep })
      writer.merge(toUIMessageStream({ stream }))
    },
  })
  let last: ChatMessage | null = null
  for await (const message of readUIMessageStream<ChatMessage>({ stream })) last = message
  return last!
}

test('L5 an answer holds one part with the window, as reported, and one for its compaction', async () => {
  const context = longhand({ model: model(), summariser: null, window: 2_500 })
  const { parts } = await answered(context, history(12))
  const shown = parts.filter(({ type }) => type.startsWith('data-'))
  expect(shown.map(({ type }) => type).toSorted()).toEqual(['data-compaction', 'data-context'])
  const window = shown.find(part => part.type === 'data-context')!
  const reported = fake.calls.at(-1)!.usage!
  expect(window.data).toMatchObject({ source: 'reported', used: reported.input + reported.output, window: 2_500 })
  expect(window.data.breakdown.summary).toBeGreaterThan(0)
  const [receipt] = await context.receipts()
  expect(shown.find(part => part.type === 'data-compaction')!.data).toMatchObject({ phase: 'completed', receipt })
})

test('L5 nothing is written into an answer that has ended, and a writer that throws stops nobody', async () => {
  const context = longhand({ model: model(), summariser: null, window: 2_500 })
  const first: unknown[] = []
  const stop = context.writeTo({ write: part => first.push(part) })
  await context.prepare(history(2))
  const before = first.length
  expect(before).toBeGreaterThan(0)
  stop()
  context.writeTo({
    write: () => {
      throw new Error('closed')
    },
  })
  expect((await context.prepare(history(12))).length).toBeLessThan(25)
  expect(first).toHaveLength(before)
})

test('L5 T7 the breakdown tells the summary and what is protected', async () => {
  const context = longhand({ model: model(), summariser: null, window: 2_500, protected: [4] })
  await context.prepare(history(12))
  const { used, breakdown } = context.status()!
  expect(breakdown.summary).toBeGreaterThan(100)
  expect(breakdown.protected).toBeGreaterThan(150)
  expect(Object.values(breakdown).reduce((sum, part) => sum + part, 0)).toBe(used)
})

test('L5 longhandDataParts takes what is written, and says what is wrong with anything else', async () => {
  const context = longhand({ model: model(), summariser: null, window: 2_500 })
  const written: { type: string; data: unknown }[] = []
  context.writeTo({ write: part => written.push(JSON.parse(JSON.stringify(part))) })
  await context.prepare(history(12))
  for (const { type, data } of written) {
    const schema = asSchema<unknown>(longhandDataParts[type.slice(5) as keyof LonghandDataParts] as never)
    expect(await schema.validate!(data)).toEqual({ success: true, value: data })
  }
  for (const value of [null, 5, {}, { used: '5' }, []]) {
    const result = await asSchema<unknown>(longhandDataParts.context as never).validate!(value)
    expect(result).toMatchObject({ success: false, error: { message: expect.stringContaining('it must be a number') } })
  }
})
