import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { assistant, type Message, user } from '../core/message.ts'
import type { ModelEvent } from '../engine/ports/chat-model.ts'
import { type AnthropicRequest, blocksOf } from '../testing/fake-provider/check-anthropic.ts'
import { type FakeProvider, startFakeProvider } from '../testing/fake-provider/fake-provider.ts'
import { providerNames, realModel } from '../testing/fake-provider/real-providers.ts'
import { createGenerate } from './generate.ts'

let fake: FakeProvider
beforeAll(async () => {
  fake = await startFakeProvider()
})
afterAll(() => fake.close())
afterEach(() => vi.restoreAllMocks())

async function speak(
  provider: (typeof providerNames)[number],
  model: string,
  messages: readonly Message[] = [user('Hello')],
) {
  const request = { conversation: { owner: 'o', id: 'c' }, messages, instructions: 'Be brief.', maxOutput: 500 }
  const all: ModelEvent[] = []
  for await (const event of createGenerate(realModel(provider, model, fake))(request, new AbortController().signal))
    all.push(event)
  return { all, last: all.at(-1)! }
}

describe.each(providerNames)('%s', provider => {
  test('H2 speaks in chunks, then ends with the message and what it cost', async () => {
    const { all, last } = await speak(provider, 'ok')
    expect(all.filter(({ type }) => type === 'chunk').length).toBeGreaterThan(2)
    expect(last).toMatchObject({
      type: 'end',
      finish: 'stop',
      messages: [{ role: 'assistant' }],
      usage: { input: expect.any(Number) },
    })
  })

  test('T2 an answer holds what was said and no bookkeeping of the provider', async () => {
    const { last } = await speak(provider, 'ok')
    const parts = last.type === 'end' ? last.messages.flatMap(message => message.parts) : []
    expect(parts.map(({ type }) => type)).toEqual(['text'])
  })

  test('V12 a temperature reaches the provider, and none when none is chosen', async () => {
    const request = { conversation: { owner: 'o', id: 'c' }, messages: [user('Hi')], instructions: null, maxOutput: 9 }
    const generate = createGenerate(realModel(provider, 'ok', fake))
    const sent: string[] = []
    for (const chosen of [{ temperature: 0.3 }, {}]) {
      for await (const _ of generate({ ...request, ...chosen }, new AbortController().signal));
      sent.push(JSON.stringify(fake.calls.at(-1)?.request.body))
    }
    expect(sent.map(body => body.includes('"temperature":0.3'))).toEqual([true, false])
  })

  test('F2 an overflow is told from other trouble', async () => {
    const { last } = await speak(provider, 'overflow')
    expect(last).toMatchObject({ type: 'failed', failure: { type: 'overflow' } })
  })
})

describe.each(providerNames)(
  'V10, C1 %s goes on with a conversation whose files were attached for another model',
  provider => {
    test.each(['image/png', 'application/pdf', 'audio/wav', 'video/mp4', 'application/zip', 'text/csv'])(
      '%s',
      async type => {
        const file = {
          type: 'file',
          mediaType: type,
          name: 'plan.x',
          source: { type: 'base64', data: 'AAAA' },
        } as const
        const { last } = await speak(provider, 'ok', [{ role: 'user', parts: [file, { type: 'text', text: 'Look' }] }])
        expect(last.type).toBe('end')
      },
    )
  },
)

test('V10 a model that cannot read a file is told that it was there', async () => {
  const file = {
    type: 'file',
    mediaType: 'application/zip',
    name: 'a.zip',
    source: { type: 'base64', data: 'AAAA' },
  } as const
  await speak('compatible', 'ok', [{ role: 'user', parts: [file, { type: 'text', text: 'Look' }] }])
  expect(fake.calls.at(-1)!.request.text).toContain('[application/zip a.zip: attached, but not readable by this model]')
})

test('C19 Anthropic is asked to remember each request for the next', async () => {
  await speak('anthropic', 'ok')
  expect(fake.calls.at(-1)!.request.body).toMatchObject({ cache_control: { type: 'ephemeral' } })
})

test('C19 Anthropic is asked to remember the instructions and the first message by themselves: a fold follows them', async () => {
  const opening = user('Port the parser.')
  for (const more of [assistant('Done.'), user('(summary)')]) {
    await speak('anthropic', 'ok', [opening, more, user('Go on.')])
    const { system: said, messages } = fake.calls.at(-1)!.request.body as unknown as AnthropicRequest
    expect(blocksOf(said)).toEqual([{ type: 'text', text: 'Be brief.', cache_control: { type: 'ephemeral' } }])
    const blocks = messages!.flatMap(({ content }) => blocksOf(content))
    expect(blocks[0]).toEqual({ type: 'text', text: 'Port the parser.', cache_control: { type: 'ephemeral' } })
    expect(blocks.slice(1).some(block => 'cache_control' in block)).toBe(false)
  }
})

test('C19 marks for the cache that another program set in what it said are left out: Anthropic takes four', async () => {
  const mark = { anthropic: { cacheControl: { type: 'ephemeral' } } }
  const marked = (role: 'user' | 'assistant', text: string): Message => ({
    ...{ role, parts: [{ type: 'text', text, provider: mark }] },
  })
  const talk = [1, 2, 3].flatMap(step => [marked('user', `Question ${step}`), marked('assistant', `Answer ${step}`)])
  await speak('anthropic', 'ok', [...talk, user('Go on.')])
  const sent = JSON.stringify(fake.calls.at(-1)!.request.body)
  // Ours: for the request, the instructions and the first message.
  expect(sent.split('"cache_control"')).toHaveLength(1 + 3)
})

test('K8 a stream without its end is a failure, and what was shown can be kept', async () => {
  const { all, last } = await speak('anthropic', 'no-terminator')
  expect(last).toMatchObject({ type: 'failed', failure: { type: 'unavailable' } })
  const chunk = all.findLast(event => event.type === 'chunk')
  expect(chunk?.type === 'chunk' && chunk.parts().length).toBeGreaterThan(0)
})

test('F6 an answer that takes ten minutes is ended, and one that has ended leaves no timer behind', async () => {
  const signals = vi.spyOn(AbortSignal, 'timeout')
  const started = vi.spyOn(globalThis, 'setTimeout')
  const cleared = vi.spyOn(globalThis, 'clearTimeout')
  const timers = () => started.mock.calls.flatMap(([over, ms], at) => (ms === 600_000 ? [{ over, at }] : []))
  await speak('anthropic', 'ok')
  expect(signals).not.toHaveBeenCalled()
  expect(cleared).toHaveBeenCalledWith(started.mock.results[timers()[0]!.at]!.value)
  const request = { conversation: { owner: 'o', id: 'c' }, messages: [user('Hi')], instructions: null, maxOutput: 9 }
  let last: ModelEvent | null = null
  const model = realModel('anthropic', 'drip', fake)
  for await (const event of createGenerate(model)(request, new AbortController().signal)) {
    last = event
    if (event.type === 'chunk') timers()[1]!.over()
  }
  expect(last).toMatchObject({ type: 'failed', failure: { type: 'unavailable' } })
})

test('S a link in a message is never fetched from here', async () => {
  let knocked = 0
  const door = (await import('node:http')).createServer((_, to) => {
    knocked++
    to.end()
  })
  await new Promise<void>(resolve => door.listen(0, '127.0.0.1', resolve))
  const { port } = door.address() as { port: number }
  const link = {
    type: 'file',
    mediaType: 'image/png',
    name: null,
    source: { type: 'url', url: `http://127.0.0.1:${port}/x.png` },
  } as const
  await speak('compatible', 'ok', [{ role: 'user', parts: [link, { type: 'text', text: 'Look' }] }])
  await speak('google', 'ok', [{ role: 'user', parts: [link, { type: 'text', text: 'Look' }] }])
  expect(knocked).toBe(0)
  door.close()
})
