import { type Answer, answer, behave, type FakeProvider, startFakeProvider } from 'longhand/internal/testing'
import { meter } from 'longhand/internal/tokens'
import { openMemory } from 'longhand/memory'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Upstream } from '../models/upstreams.ts'
import { aiSdkModel } from '../testing/sdk-clients/ai-sdk.ts'
import { anthropicPackage } from '../testing/sdk-clients/anthropic.ts'
import { langchainModel } from '../testing/sdk-clients/langchain.ts'
import { openaiChatPackage } from '../testing/sdk-clients/openai-chat.ts'
import { openaiResponsesPackage } from '../testing/sdk-clients/openai-responses.ts'
import { dot, type SdkChat, type SdkClient } from '../testing/sdk-clients/sdk-client.ts'
import { type Started, start } from '../testing/start.ts'

const sdks: Readonly<Record<string, SdkClient>> = {
  '@anthropic-ai/sdk 1': anthropicPackage('@anthropic-ai/sdk'),
  '@anthropic-ai/sdk 0': anthropicPackage('anthropic-sdk-old'),
  'openai 7 on chat completions': openaiChatPackage('openai'),
  'openai 4 on chat completions': openaiChatPackage('openai-old'),
  'openai 7 on responses': openaiResponsesPackage('openai'),
  'openai 4 on responses': openaiResponsesPackage('openai-old'),
  '@langchain/anthropic': langchainModel('anthropic'),
  '@langchain/openai on chat completions': langchainModel('openai-chat'),
  '@langchain/openai on responses': langchainModel('openai-responses'),
  'the AI SDK on messages': aiSdkModel('anthropic'),
  'the AI SDK on chat completions': aiSdkModel('openai-chat'),
  'the AI SDK on responses': aiSdkModel('openai-responses'),
}

const owner = '00000000-0000-4000-8000-000000000001'

let fake: FakeProvider
let server: Started
let storage: ReturnType<typeof openMemory>
beforeEach(async () => {
  fake = await startFakeProvider()
  storage = openMemory()
  const at = { baseURL: fake.baseURL, key: 'server-key', hosted: true }
  const upstreams: readonly Upstream[] = [
    { ...at, name: 'anthropic', protocols: ['anthropic'] },
    { ...at, name: 'openai', protocols: ['openai-chat', 'openai-responses'] },
  ]
  server = await start({ upstreams, meter, storage, window: 4_000, policy: { keep: { by: 'messages', amount: 4 } } })
})
afterEach(async () => {
  await server.close()
  await fake.close()
})

const openWith = (sdk: SdkClient, more: { readonly model?: string; readonly retries?: number } = {}) =>
  sdk.open({ url: server.url, key: server.token, model: 'some-model', retries: 0, ...more })

/** A conversation that has begun, so that it is kept. */
async function begun(chat: SdkChat): Promise<void> {
  fake.script(() => answer('Hello. What shall we do?'))
  chat.say('Hello.')
  await chat.ask()
  chat.say('Tell me more.')
}

const stored = async (): Promise<string> => {
  let text = ''
  for await (const line of storage.as(owner).export()) text += line
  return text
}

const count = (text: string, words: string): number => text.split(words).length - 1

describe.each(Object.entries(sdks))('%s', (_, sdk) => {
  test('H4.4 a stream says what a whole answer says, with the same usage, and both are kept', async () => {
    const chat = await openWith(sdk)
    await begun(chat)
    const heard = []
    for (const form of ['whole', 'stream'] as const) {
      fake.script(() => answer('It is green, and 世界 agrees.'))
      heard.push(await chat.ask({ form }))
      chat.say('Once more.')
    }
    for (const { text } of heard) expect(text).toBe('It is green, and 世界 agrees.')
    expect(heard.map(({ used }) => used)).toEqual(fake.calls.slice(-2).map(({ usage }) => usage!.input))
    await expect.poll(async () => count(await stored(), 'It is green')).toBe(2)
  })

  test('H4.5, H4.14 a loop of tool calls with thinking outgrows the window; no request is refused and no word lost', async () => {
    const chat = await openWith(sdk)
    chat.say('Read all files. The code word is Heron.')
    const steps = 20
    for (let at = 0; at < steps; at++) {
      fake.script(() => stepOf(at))
      const heard = await chat.ask({ form: at % 2 === 0 ? 'stream' : 'whole' })
      expect(heard.calls).toMatchObject([{ id: `call_${at}`, name: 'read', input: { path: `src/file-${at}.ts` } }])
      if (sdk.protocol === 'anthropic') expect(heard.thinking).toBe(`File ${at} is next.`)
      chat.hand(heard.calls[0]!, `file ${at}: ${'line of code\n'.repeat(60)}`)
    }
    fake.script(() => answer('All done.'))
    expect((await chat.ask()).text).toBe('All done.')
    expect(fake.calls.map(({ reply }) => reply.type)).toEqual(Array(steps + 1).fill('answer'))
    const { text, size } = fake.calls.at(-1)!.request
    expect([text.includes('Heron'), text.includes('<summary>'), size < 5_000]).toEqual([true, true, true])
    const words = await stored()
    for (let at = 0; at < steps; at++) expect(words).toContain(`file ${at}: line of code`)
  })

  test('H4.2, V10 a picture goes on as it came and is kept', async () => {
    const chat = await openWith(sdk)
    await begun(chat)
    fake.script(() => answer('A dot.'))
    await chat.ask()
    chat.say('What is this?', dot)
    fake.script(() => answer('A dot.'))
    expect((await chat.ask()).text).toBe('A dot.')
    expect(JSON.stringify(fake.calls.at(-1)!.request.body)).toContain(dot)
    expect(await stored()).toContain(dot)
  })

  test('H4.4, H4.10 the package tries again by itself, as the provider says, and nothing is kept twice', async () => {
    const chat = await openWith(sdk, { model: 'failing-twice', retries: 3 })
    chat.say('Hello.')
    expect((await chat.ask()).text).toContain('the build passes')
    expect(fake.calls.map(({ reply }) => reply.type)).toEqual(['failure', 'failure', 'answer'])
    chat.say('And a second time?')
    fake.script(behave('overloaded'), () => answer('Yes, green.'))
    expect((await chat.ask()).text).toBe('Yes, green.')
    await expect.poll(async () => count(await stored(), 'Yes, green.')).toBe(1)
    expect(count(await stored(), 'And a second time?')).toBe(1)
  }, 30_000)

  test('H4.23 a client that aborts ends the call at the provider; what came is kept as interrupted', async () => {
    const chat = await openWith(sdk)
    await begun(chat)
    fake.script(behave('drip', 20))
    const stop = new AbortController()
    const asked = chat.ask({ form: 'stream', signal: stop.signal, onText: () => stop.abort() })
    await expect(asked).rejects.toThrow()
    await expect.poll(() => fake.calls.at(-1)!.ended, { timeout: 5_000 }).toBe('aborted')
    await expect.poll(stored, { timeout: 5_000 }).toContain('interrupted')
  })

  test('H4.4, H4.20 errors of the provider and ours are the package’s own', async () => {
    const named = async (model: string): Promise<string> => {
      const chat = await openWith(sdk, { model })
      chat.say('Hello.')
      return chat.ask().then(() => 'no error', sdk.errorName)
    }
    const [badRequest, badKey, rateLimited, unavailable] = sdk.errorNames
    // The first one is ours: a name of a model that nobody could have.
    expect(await named('x'.repeat(301))).toBe(badRequest)
    expect(await named('bad-key')).toBe(badKey)
    expect(await named('rate-limited')).toBe(rateLimited)
    expect(await named('unavailable')).toBe(unavailable)
    const { calls } = fake
    expect(calls).toHaveLength(3)
  }, 30_000)
})

const stepOf = (at: number): Answer =>
  answer(
    [
      { type: 'reasoning', text: `File ${at} is next.` },
      { type: 'text', text: `Step ${at}.` },
      { type: 'call', id: `call_${at}`, name: 'read', input: { path: `src/file-${at}.ts` } },
    ],
    'calls',
  )
