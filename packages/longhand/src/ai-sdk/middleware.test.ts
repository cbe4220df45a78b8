import { generateText, type LanguageModel, type ModelMessage, streamText, wrapLanguageModel } from 'ai'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { behave } from '../testing/fake-provider/behaviours.ts'
import { type FakeProvider, startFakeProvider } from '../testing/fake-provider/fake-provider.ts'
import { realModel } from '../testing/fake-provider/real-providers.ts'
import { longhand } from './longhand.ts'

let fake: FakeProvider
beforeAll(async () => {
  fake = await startFakeProvider()
  model = realModel('anthropic', 'ok', fake) as typeof model
})
afterAll(() => fake.close())

let model: Exclude<LanguageModel, string>

const talk = (turns: number): ModelMessage[] =>
  Array.from({ length: turns }, (_, at): ModelMessage[] => [
    { role: 'user', content: `Question ${at}: what of src/file${at}.ts?` },
    { role: 'assistant', content: `Answer ${at}. ${'some more words '.repeat(60)}` },
  ]).flat()

const messages: ModelMessage[] = [...talk(12), { role: 'user', content: 'Go on' }]

const ways = {
  generateText: async (asked: LanguageModel, sent: ModelMessage[]) =>
    (await generateText({ model: asked, messages: sent, instructions: 'Be brief.', maxRetries: 0 })).text,
  streamText: async (asked: LanguageModel, sent: ModelMessage[]) =>
    streamText({ model: asked, messages: sent, instructions: 'Be brief.', maxRetries: 0, onError: () => {} }).text,
}

test.each(Object.entries(ways))('F1 after a refusal as too long, %s goes on with less', async (_, ask) => {
  const context = longhand({ model, summariser: null, window: 20_000 })
  const wrapped = wrapLanguageModel({ model: model as never, middleware: context.middleware })
  const before = fake.calls.length
  fake.script(behave('overflow'))
  const text = await ask(wrapped, await context.prepare(messages))
  const [first, second, ...more] = fake.calls.slice(before).map(({ request }) => request)
  expect(text).toContain('the build passes')
  expect(more).toEqual([])
  expect(first!.text).not.toContain('<summary>')
  expect(second!.text).toContain('<summary>')
  expect(second!.system).toBe('Be brief.')
  expect(second!.size).toBeLessThan(first!.size * 0.6)
  expect(await context.receipts()).toMatchObject([{ trigger: 'overflow' }])
})

test.each(Object.entries(ways))('F1 any other error of the provider is the app’s, with %s', async (_, ask) => {
  const context = longhand({ model, summariser: null, window: 20_000 })
  const wrapped = wrapLanguageModel({ model: model as never, middleware: context.middleware })
  fake.script(behave('bad-key'))
  await expect(ask(wrapped, await context.prepare(messages))).rejects.toThrow()
  expect(context.state()).toBeNull()
})

test.each(Object.entries(ways))('T3 what the provider reports of %s becomes the status', async (_, ask) => {
  const context = longhand({ model, summariser: null, window: 20_000 })
  const wrapped = wrapLanguageModel({ model: model as never, middleware: context.middleware })
  const text = await ask(wrapped, await context.prepare(messages))
  const reported = fake.calls.at(-1)!.usage!
  await context.prepare([...messages, { role: 'assistant', content: text }, { role: 'user', content: 'And on' }])
  expect(context.status()).toMatchObject({ source: 'reported' })
  expect(context.status()!.used).toBeGreaterThan(reported.input + reported.output)
  expect(context.status()!.used).toBeLessThan(reported.input + reported.output + 20)
})
