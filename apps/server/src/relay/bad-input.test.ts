import { gzipSync } from 'node:zlib'
import { openMemory } from 'longhand/memory'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Upstream } from '../models/upstreams.ts'
import { type EchoProvider, startEchoProvider } from '../testing/echo-provider.ts'
import { type Started, start } from '../testing/start.ts'

let echo: EchoProvider
let server: Started
let storage: ReturnType<typeof openMemory>
beforeEach(async () => {
  echo = await startEchoProvider()
  storage = openMemory()
  const at = { baseURL: echo.baseURL, key: 'server-key', hosted: true }
  const upstreams: readonly Upstream[] = [
    { ...at, name: 'anthropic', protocols: ['anthropic'] },
    { ...at, name: 'openai', protocols: ['openai-chat', 'openai-responses'] },
  ]
  server = await start({ upstreams, storage })
})
afterEach(async () => {
  await server.close()
  await echo.close()
})

const post = (path: string, body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}) =>
  fetch(server.url + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${server.token}`, 'content-type': 'application/json', ...headers },
    body,
  })

const stored = async (): Promise<number> => (await server.api.conversations()).length

const turns = [
  { role: 'user', content: 'Hello.' },
  { role: 'assistant', content: 'Hi.' },
  { role: 'user', content: 'And?' },
]

/** Each address with the list that holds its conversation, and a model that only another protocol has. */
const addresses = [
  ['/v1/messages', 'messages', 'openai/gpt-5.2'],
  ['/v1/chat/completions', 'messages', 'anthropic/claude-x'],
  ['/v1/responses', 'input', 'anthropic/claude-x'],
] as const

test.each(addresses)(
  'H4.20 what cannot be read is refused at %s in the provider’s shape, and nothing is stored',
  async (path, list, other) => {
    const whole = JSON.stringify({ model: 'some', [list]: turns, max_tokens: 5 })
    const cases = [
      [await post(path, 'nope'), 400],
      [await post(path, whole.slice(0, -20)), 400],
      [await post(path, '[]'), 400],
      [await post(path, whole.replace('some', '')), 400],
      [await post(path, new Uint8Array(gzipSync(whole)), { 'content-encoding': 'gzip' }), 415],
      [await post(path, whole, { 'content-type': 'text/plain' }), 415],
      [await post(path, `"${'x'.repeat(65 * 1024 * 1024)}"`), 413],
      [await post(path, whole.replace('some', other)), 404],
    ] as const
    for (const [answer, status] of cases) {
      expect(answer.status).toBe(status)
      const { type, error } = (await answer.json()) as { type?: string; error: { type: string; message: string } }
      expect(type).toBe(path === '/v1/messages' ? 'error' : undefined)
      expect(error).toMatchObject({ type: expect.any(String), message: expect.stringMatching(/^[^\n]+\.$/) })
      expect(answer.headers.get('longhand-relay')).toMatch(/^refused; why=(bad-request|too-large|not-found)$/)
    }
    expect(echo.calls).toEqual([])
    expect(await stored()).toBe(0)
  },
  60_000,
)

test.each(addresses)(
  'H4.20 a model that nobody has at %s is told as its provider tells it',
  async (path, list, other) => {
    const answer = await post(path, JSON.stringify({ model: other, [list]: turns, max_tokens: 5 }))
    expect(answer.status).toBe(404)
    const told = { message: expect.stringContaining(other) }
    expect(await answer.json()).toEqual(
      path === '/v1/messages'
        ? { type: 'error', error: { type: 'not_found_error', ...told } }
        : { error: { type: 'invalid_request_error', param: 'model', code: 'model_not_found', ...told } },
    )
    // An address that is not there is something else.
    const elsewhere = await fetch(`${server.url}/v1/nothing-here`, {
      headers: { authorization: `Bearer ${server.token}` },
    })
    expect(await elsewhere.json()).toMatchObject({ error: { type: 'not_found_error', code: null } })
  },
)

test.each([
  ['an earlier response', '/v1/responses', { input: turns, previous_response_id: 'resp_unknown' }, 'reference'],
  ['a conversation of the provider', '/v1/responses', { input: turns, conversation: 'conv_unknown' }, 'reference'],
  ['an item', '/v1/responses', { input: [...turns, { type: 'item_reference', id: 'msg_unknown' }] }, 'reference'],
  [
    'a thread',
    '/v1/messages',
    { messages: turns, thread: { type: 'continue', previous_message_id: 'msg_1' } },
    'thread',
  ],
] as const)(
  'H4.17 a reference to %s that nobody here knows is the provider’s to judge, and nothing is stored',
  async (_, path, fields, why) => {
    const body = JSON.stringify({ model: 'some', max_tokens: 5, ...fields })
    const said = '{"error":{"message":"Not found.","type":"invalid_request_error"}}'
    echo.answer = { status: 404, headers: { 'content-type': 'application/json' }, body: said }
    const answer = await post(path, body)
    expect([answer.status, await answer.text()]).toEqual([404, said])
    expect(answer.headers.get('longhand-relay')).toBe(`passed-through; why=${why}`)
    expect(echo.calls[0]!.body.toString()).toBe(body)
    expect(await stored()).toBe(0)
  },
)

test('H4.22 a model of another maker is asked for where somebody sells it', async () => {
  await server.close()
  const at = { baseURL: echo.baseURL, hosted: true }
  const upstreams: readonly Upstream[] = [
    { ...at, name: 'anthropic', protocols: ['anthropic'], key: null },
    { ...at, name: 'openrouter', protocols: ['openai-chat'], key: 'k' },
  ]
  server = await start({ upstreams, storage })
  const body = JSON.stringify({ model: 'anthropic/claude-x', messages: turns })
  await post('/v1/chat/completions', body)
  expect(echo.calls.map(call => call.body.toString())).toEqual([body])
})

test.each(addresses)('H4.20 whoever asks %s for headers alone is refused without a failure of ours', async path => {
  const headers = { authorization: `Bearer ${server.token}` }
  const answer = await fetch(server.url + path, { method: 'HEAD', headers })
  // OpenAI's responses are asked for a WebSocket this way.
  expect([answer.status, await answer.text()]).toEqual([path === '/v1/responses' ? 426 : 404, ''])
})

test.each(addresses)(
  'H4.10 many identical requests at once at %s are one conversation, each word of it once',
  async (path, list) => {
    const body = JSON.stringify({ model: 'some', [list]: turns, max_tokens: 5 })
    const answers = await Promise.all(Array.from({ length: 12 }, () => post(path, body)))
    expect(new Set(answers.map(answer => answer.status))).toEqual(new Set([200]))
    expect(new Set(answers.map(answer => answer.headers.get('longhand-conversation'))).size).toBe(1)
    await Promise.all(answers.map(answer => answer.text()))
    const [only, ...others] = await server.api.conversations()
    expect([only!.messages, others]).toEqual([3, []])
  },
)
