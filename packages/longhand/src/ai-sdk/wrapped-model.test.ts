import {
  generateText,
  isStepCount,
  type LanguageModel,
  type ModelMessage,
  streamText,
  tool,
  wrapLanguageModel,
} from 'ai'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { behave } from '../testing/fake-provider/behaviours.ts'
import { type FakeProvider, startFakeProvider } from '../testing/fake-provider/fake-provider.ts'
import { providerNames, realModel } from '../testing/fake-provider/real-providers.ts'
import { type Longhand, longhand } from './longhand.ts'

let fake: FakeProvider
beforeAll(async () => {
  fake = await startFakeProvider()
})
afterAll(() => fake.close())

type Model = Exclude<LanguageModel, string>

const model = (name: string, provider: (typeof providerNames)[number] = 'anthropic') =>
  realModel(provider, name, fake) as Model

const wrap = (asked: Model, { middleware }: Longhand): LanguageModel =>
  wrapLanguageModel({ model: asked as never, middleware })

const talk = (who: string, turns = 12): ModelMessage[] => [
  ...Array.from({ length: turns }, (_, at): ModelMessage[] => [
    { role: 'user', content: `${who} asks ${at}: what of src/${who}${at}.ts?` },
    { role: 'assistant', content: `${who} is told ${at}. ${`${who} reads on `.repeat(60)}` },
  ]).flat(),
  { role: 'user', content: `${who} goes on` },
]

const requestsSince = (start: number) => fake.calls.slice(start).map(({ request }) => request)

const read = tool({ inputSchema: z.any(), execute: async () => 'contents of a file '.repeat(60) })

test.each(providerNames)(
  'L7 a wrapped model of %s is all it takes to outgrow the window in a tool loop',
  async name => {
    const asked = model('tool-loop-12', name)
    const context = longhand({ model: asked, summariser: null, window: 2_500 })
    const start = fake.calls.length
    const { steps } = await generateText({
      ...{ model: wrap(asked, context), instructions: 'Be brief.', tools: { read }, stopWhen: isStepCount(14) },
      ...{ prompt: 'Read all of it, and do not touch src/keep.ts', maxRetries: 0 },
    })
    const requests = requestsSince(start)
    expect(requests).toHaveLength(steps.length)
    // Folding takes steps away, so the model of the fake never stops by itself.
    expect(steps).toHaveLength(14)
    for (const { text, size } of requests) {
      for (const said of ['Be brief.', 'Read all of it', 'src/keep.ts']) expect(text).toContain(said)
      expect(size).toBeLessThan(2_500)
    }
    expect(requests.at(-1)!.text).toContain('<summary>')
    expect(requests.at(-1)!.text).toContain('contents of a file')
    expect(await context.receipts()).not.toEqual([])
  },
)

const bytes = new Uint8Array([137, 80, 78, 71])
const picture: ModelMessage = {
  role: 'user',
  content: [
    { type: 'text', text: 'What is this?' },
    { type: 'file', mediaType: 'image/png', data: bytes },
  ],
}

test('L7 V1 what fits reaches the provider as if nobody had looked at it', async () => {
  const messages: ModelMessage[] = [picture, { role: 'assistant', content: 'A picture.' }, ...talk('Alice', 3)]
  const asked = model('ok')
  const start = fake.calls.length
  for (const one of [asked, wrap(asked, longhand({ model: asked }))])
    await generateText({ model: one, instructions: 'Be brief.', messages })
  const [bare, wrapped] = requestsSince(start)
  expect(wrapped!.hash).toBe(bare!.hash)
})

test('L7 a picture in the part that stays is sent with it', async () => {
  const asked = model('ok')
  const context = longhand({ model: asked, summariser: null, window: 2_500 })
  await generateText({ model: wrap(asked, context), messages: [...talk('Alice'), talk('Alice')[1]!, picture] })
  const { body, text } = fake.calls.at(-1)!.request
  expect(text).toContain('<summary>')
  expect(JSON.stringify(body)).toContain(Buffer.from(bytes).toString('base64'))
})

test('L7 L1 two people through one wrapped model: one is refused, and nobody is sent the other’s words', async () => {
  const asked = model('slow-first-byte-60')
  const context = longhand({ model: asked, summariser: null, window: 2_500 })
  const start = fake.calls.length
  const ask = (who: string, by: Longhand) =>
    generateText({ model: wrap(asked, by), messages: talk(who), maxRetries: 0 })
  const both = await Promise.allSettled([ask('Alice', context), ask('Bob', context)])
  expect(both).toMatchObject([{ status: 'fulfilled' }, { reason: { code: 'conflict' } }])
  await Promise.all(['Alice', 'Bob'].map(who => ask(who, context.for(who))))
  const sent = requestsSince(start).map(({ text }) => text)
  expect(sent).toHaveLength(3)
  expect(sent.filter(text => text.includes('Alice') && text.includes('Bob'))).toEqual([])
  expect(sent.every(text => text.includes('<summary>'))).toBe(true)
})

const ways = {
  generateText: async (asked: LanguageModel, messages: ModelMessage[]) =>
    (await generateText({ model: asked, messages, instructions: 'Be brief.', maxRetries: 0 })).text,
  streamText: async (asked: LanguageModel, messages: ModelMessage[]) =>
    streamText({ model: asked, messages, instructions: 'Be brief.', maxRetries: 0 }).text,
}

test.each(Object.entries(ways))(
  'L7 F1 T3 %s learns from the usage, and goes on with less when refused',
  async (_, ask) => {
    const asked = model('ok')
    const context = longhand({ model: asked, summariser: null, window: 20_000 })
    const start = fake.calls.length
    fake.script(behave('overflow'))
    const text = await ask(wrap(asked, context), talk('Alice'))
    expect(text).toContain('the build passes')
    const requests = requestsSince(start)
    expect(requests.map(({ text }) => text.includes('<summary>'))).toEqual([false, true])
    expect(requests.map(({ system }) => system)).toEqual(['Be brief.', 'Be brief.'])
    expect(await context.receipts()).toMatchObject([{ trigger: 'overflow' }])
    const next: ModelMessage[] = [
      { role: 'assistant', content: text },
      { role: 'user', content: 'And on' },
    ]
    await ask(wrap(asked, context), [...talk('Alice'), ...next])
    expect(context.status()).toMatchObject({ source: 'reported' })
  },
)

test('L7 L4 F5 a summariser that hangs or fails holds up no call', async () => {
  for (const name of ['slow-first-byte-60000', 'bad-key']) {
    const asked = model('ok')
    const context = longhand({ model: asked, summariser: model(name), window: 2_500 })
    for (const turns of [6, 8, 12, 13]) {
      const { text } = await generateText({ model: wrap(asked, context), messages: talk('Alice', turns) })
      expect(text).toContain('the build passes')
    }
  }
})

test('L7 L3 a call that is aborted while it is made to fit asks nobody', async () => {
  const asked = model('ok')
  const context = longhand({ model: asked, summariser: null, window: 2_500 })
  const start = fake.calls.length
  const stop = new AbortController()
  const asking = generateText({ model: wrap(asked, context), messages: talk('Alice'), abortSignal: stop.signal })
  stop.abort()
  await expect(asking).rejects.toMatchObject({ name: 'AbortError' })
  expect(requestsSince(start)).toEqual([])
  expect(context.state()).toBeNull()
})
