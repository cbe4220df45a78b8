import { once } from 'node:events'
import { request } from 'node:http'
import { LonghandError } from 'longhand'
import { openMemory } from 'longhand/memory'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Upstream } from '../models/upstreams.ts'
import { openLog } from '../telemetry/log.ts'
import { type EchoProvider, startEchoProvider } from '../testing/echo-provider.ts'
import { startIssuer } from '../testing/issuer.ts'
import { rawRequest } from '../testing/raw-request.ts'
import { type Started, start } from '../testing/start.ts'

let echo: EchoProvider
let server: Started
let log = ''
const storage = openMemory()
const write = (line: string): void => {
  log += line
}
const serverKey = 'sk-server-heron1heron1'

const upstreams = (baseURL: string): readonly Upstream[] => [
  { name: 'anthropic', protocols: ['anthropic'], baseURL, key: serverKey, hosted: true },
  { name: 'openai', protocols: ['openai-chat'], baseURL, key: serverKey, hosted: true },
  { name: 'mine', protocols: ['openai-chat'], baseURL: `${baseURL}/own`, key: null, hosted: false },
]

beforeEach(async () => {
  log = ''
  echo = await startEchoProvider()
  server = await start({ upstreams: upstreams(echo.baseURL), storage, log: openLog('trace', { write }) })
})
afterEach(async () => {
  await server.close()
  await echo.close()
})

type Sent = { readonly key?: string; readonly headers?: Record<string, string>; readonly path?: string }

const post = (body: string, { key = 'token-of-a-test', headers = {}, path = '/v1/messages' }: Sent = {}) =>
  fetch(server.url + path, {
    method: 'POST',
    headers: { 'x-api-key': key, 'content-type': 'application/json', ...headers },
    body,
  })

const raw = (target: string, host: string) =>
  rawRequest({
    ...{ port: Number(new URL(server.url).port), method: 'POST', target, body: '{}' },
    headers: [`Host: ${host}`, `X-Api-Key: ${server.token}`, 'Content-Type: application/json', 'Content-Length: 2'],
  })

/** Odd on purpose: spaces, escapes, a number that JavaScript cannot hold, fields that nobody here knows. */
const odd = `{ "model" : "claude-x",\n\t"messages":[ {"role":"user","content":"caf\\u00e9 \\/"} ,{"content":[{"type":"text","text":"a"}],"role":"assistant"},
 {"role":"user","content":"b"}], "seed":12345678901234567890, "new_field":{"a":[1.0,1e2]},"max_tokens":5 }`

test('H4.1 a request with nothing folded reaches the provider byte for byte, with its headers', async () => {
  await post(odd, {
    path: '/v1/messages?beta=true',
    headers: {
      'anthropic-version': '2026-10-21',
      'anthropic-beta': 'a,b',
      'x-stainless-retry-count': '1',
      cookie: 'longhand-1=x',
      'longhand-extra': 'x',
    },
  })
  const [call] = echo.calls
  expect(call!.body.toString()).toBe(odd)
  expect(call!.url).toBe('/v1/messages?beta=true')
  expect(call!.headers).toMatchObject({
    'anthropic-version': '2026-10-21',
    'anthropic-beta': 'a,b',
    'x-stainless-retry-count': '1',
    'x-api-key': serverKey,
  })
  expect(call!.headers).not.toHaveProperty('cookie')
  expect(call!.headers).not.toHaveProperty('longhand-extra')
  expect(call!.headers).not.toHaveProperty('authorization')
})

test('H4.4, H4.19 the answer comes back byte for byte with the provider’s headers, and ours beside them', async () => {
  const body = '{ "content":[{"type":"text","text":"\\u00e9"}],  "usage":{"input_tokens":7,"output_tokens":1}}'
  echo.answer = {
    status: 200,
    headers: {
      'content-type': 'application/json',
      'request-id': 'req_1',
      'anthropic-ratelimit-tokens-remaining': '9',
      'set-cookie': 'a=b',
    },
    body,
  }
  const answer = await post(odd)
  expect(await answer.text()).toBe(body)
  expect(answer.headers.get('request-id')).toBe('req_1')
  expect(answer.headers.get('anthropic-ratelimit-tokens-remaining')).toBe('9')
  expect(answer.headers.get('set-cookie')).toBeNull()
  expect(answer.headers.get('longhand-relay')).toBe('kept')
  expect(answer.headers.get('longhand-window')).toMatch(/^used=\d+; window=100000; share=0.00; level=green; source=/)
  expect(answer.headers.get('server-timing')).toMatch(/^longhand;dur=\d+\.\d$/)
  const id = answer.headers.get('longhand-conversation')!
  const { entries } = (await (
    await fetch(`${server.url}/api/conversations/${id}/entries`, {
      headers: { authorization: `Bearer ${server.token}` },
    })
  ).json()) as { entries: { message: { parts: { text: string }[] } }[] }
  expect(entries.map(({ message }) => message.parts[0]!.text)).toEqual(['café /', 'a', 'b', 'é'])
})

test('H4.4 an error of the provider passes as it is', async () => {
  const body = '{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}'
  echo.answer = { status: 529, headers: { 'content-type': 'application/json', 'retry-after': '7' }, body }
  const answer = await post(odd)
  expect([answer.status, answer.headers.get('retry-after'), await answer.text()]).toEqual([529, '7', body])
})

test('H4.21 our token stands for the server’s key; any other key is the client’s and goes on as it came', async () => {
  await post(odd, { key: 'sk-ant-client' })
  await post(odd, { key: 'x', headers: { 'longhand-token': server.token } })
  await fetch(`${server.url}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${server.token}`, 'content-type': 'application/json' },
    body: odd,
  })
  await fetch(`${server.url}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: 'Bearer sk-own', 'content-type': 'application/json' },
    body: odd,
  })
  expect(echo.calls.map(({ headers }) => [headers['x-api-key'], headers.authorization])).toEqual([
    ['sk-ant-client', undefined],
    ['x', undefined],
    [undefined, `Bearer ${serverKey}`],
    [undefined, 'Bearer sk-own'],
  ])
})

test('H4.21 keys are in no log and nowhere in the storage, also when the provider quotes them', async () => {
  echo.answer = {
    status: 401,
    headers: { 'content-type': 'application/json' },
    body: '{"error":{"message":"bad key sk-client-robin1robin1"}}',
  }
  await (await post(odd, { key: 'sk-client-robin1robin1' })).text()
  echo.answer = { ...echo.answer, status: 200, body: '{"content":[{"type":"text","text":"ok"}]}' }
  await (await post(odd, { key: 'sk-client-robin1robin1' })).text()
  await (await post(odd)).text()
  let stored = ''
  for await (const line of storage.as('00000000-0000-4000-8000-000000000001').export()) stored += line
  expect(stored).toContain('café')
  for (const secret of ['robin1', 'heron1', server.token]) {
    expect(log).not.toContain(secret)
    expect(stored).not.toContain(secret)
  }
})

test('H4.22 nothing that a client sends says where it goes', async () => {
  const elsewhere = await startEchoProvider()
  const target = elsewhere.baseURL.replace('/v1', '')
  const host = new URL(target).host
  await post(odd, {
    headers: {
      'x-forwarded-host': host,
      forwarded: `host=${host}`,
      'x-upstream-url': target,
      'longhand-upstream': target,
    },
  })
  await post(odd.replace('"max_tokens"', `"base_url":"${target}","url":"${target}","max_tokens"`))
  await post(odd.replace('claude-x', `${target}/v1/claude`))
  await post(odd, { path: `/v1/messages?url=${encodeURIComponent(target)}&@${host}/` })
  const paths = [
    `/v1/messages/${target}`,
    `/v1/${target}`,
    `/v1//${host}/`,
    '/v1/messages/../../x',
    '/v1/messages%2f..%2fx',
    `/v1/@${host}`,
  ]
  for (const path of paths) {
    const answer = await raw(path, new URL(server.url).host)
    expect(answer.status).toBeGreaterThanOrEqual(400)
    expect(answer.status).toBeLessThan(500)
  }
  expect(echo.calls.every(({ url }) => url.startsWith('/v1/messages'))).toBe(true)
  expect(elsewhere.calls).toEqual([])
  echo.answer = { status: 307, headers: { location: `${target}/v1/messages` }, body: '' }
  const answer = await post(odd)
  expect(answer.status).toBe(502)
  expect(await answer.json()).toMatchObject({ type: 'error', error: { message: expect.stringContaining('redirect') } })
  expect(elsewhere.calls).toEqual([])
  await elsewhere.close()
})

test('H4.22 a model may be named with its provider, which must be one of the configuration', async () => {
  const body = odd.replace('claude-x', 'mine/llama')
  await post(body, { path: '/v1/chat/completions' })
  expect(echo.calls[0]!.url).toBe('/v1/own/chat/completions')
  expect(echo.calls[0]!.body.toString()).toBe(body.replace('mine/llama', 'llama'))
  expect(echo.calls[0]!.headers).not.toHaveProperty('authorization')
})

test('S other websites and other names of this machine are refused, whatever key they have', async () => {
  const refused = [{ origin: 'https://evil.example' }, { 'sec-fetch-site': 'cross-site' }]
  for (const headers of refused) {
    const answer = await post(odd, { headers })
    expect(answer.status).toBe(403)
    expect(await answer.json()).toMatchObject({ type: 'error', error: { type: 'permission_error' } })
  }
  const misnamed = await raw('/v1/messages', 'evil.example')
  expect(misnamed.status).toBe(421)
  const unsigned = await fetch(`${server.url}/v1/messages`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: odd,
  })
  expect(unsigned.status).toBe(401)
  expect(echo.calls).toEqual([])
})

test.each([
  ['no JSON', 'nope', {}, 400, 'invalid_request_error'],
  ['no object', '[]', {}, 400, 'invalid_request_error'],
  ['no model', '{"messages":[]}', {}, 400, 'invalid_request_error'],
  ['a compressed body', odd, { headers: { 'content-encoding': 'gzip' } }, 415, 'invalid_request_error'],
  ['another type', odd, { headers: { 'content-type': 'text/plain' } }, 415, 'invalid_request_error'],
  ['an address that is not there', odd, { path: '/v1/messages/batches' }, 404, 'not_found_error'],
  ['a body of 65 MB', `"${'x'.repeat(65 * 1024 * 1024)}"`, {}, 413, 'request_too_large'],
] as const)('H4.20 %s is refused in the provider’s shape, with one sentence', async (_, body, sent, status, type) => {
  const answer = await post(body, sent)
  expect(answer.status).toBe(status)
  expect(await answer.json()).toEqual({
    type: 'error',
    error: { type, message: expect.stringMatching(/^[^.]+\.( [^.]+\.)?$/) },
  })
  const chat = await post(body, { ...sent, path: '/v1/chat/completionsx' })
  expect(await chat.json()).toMatchObject({ error: { message: expect.any(String), param: null } })
  expect(echo.calls).toEqual([])
})

test('H4.20 a provider that cannot be reached is told as one of its own errors', async () => {
  await echo.close()
  const answer = await post(odd)
  expect(answer.status).toBe(502)
  expect(await answer.json()).toMatchObject({ type: 'error', error: { type: 'api_error' } })
  echo = await startEchoProvider()
})

test('H4.25 odd JSON that only a provider can judge is passed on as it came', async () => {
  const twice = '{"model":"claude-x","model":"claude-x","messages":[]}'
  const answer = await post(twice)
  expect(echo.calls[0]!.body.toString()).toBe(twice)
  expect(answer.headers.get('longhand-relay')).toBe('passed-through; why=unread')
})

test('H4.19 the list of models and the count of tokens are the provider’s', async () => {
  const models = '{"data":[{"id":"claude-x"}]}'
  echo.answer = { status: 200, headers: { 'content-type': 'application/json' }, body: models }
  const listed = await fetch(`${server.url}/v1/models?limit=5`, {
    headers: { 'x-api-key': server.token, 'anthropic-version': '2023-06-01' },
  })
  expect(await listed.text()).toBe(models)
  expect(echo.calls[0]!.url).toBe('/v1/models?limit=5')
  const counted = await post(odd, { path: '/v1/messages/count_tokens' })
  expect(await counted.text()).toBe(models)
  expect(echo.calls[1]!.body.toString()).toBe(odd)
})

test('H4.18 a WebSocket is refused with 426', async () => {
  const upgrade = [
    `Host: ${new URL(server.url).host}`,
    `Authorization: Bearer ${server.token}`,
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Key: dGVzdA==',
    'Sec-WebSocket-Version: 13',
  ]
  const { port } = new URL(server.url)
  const answer = await rawRequest({ port: Number(port), method: 'GET', target: '/v1/responses', headers: upgrade })
  expect(answer.status).toBe(426)
  expect(answer.text).toContain('There are no WebSockets here.')
})

const long = (letters: number) => odd.replace('"b"', JSON.stringify('word '.repeat(letters / 5)))

test('H4.24 with storage down a short conversation passes as it came, a long one has to wait, and what was missed is stored later', async () => {
  await server.close()
  let isDown = true
  const failing = new LonghandError('store-unavailable', 'The database does not answer. Try again in a moment.')
  const memory = openMemory()
  const storeOf = (owner: string) => {
    if (isDown) throw failing
    return memory.as(owner)
  }
  server = await start({
    upstreams: upstreams(echo.baseURL),
    storage: { ...memory, as: storeOf },
    log: openLog('trace', { write }),
  })
  const short = await post(odd)
  expect(short.status).toBe(200)
  expect(short.headers.get('longhand-relay')).toBe('passed-through; why=storage')
  expect(echo.calls[0]!.body.toString()).toBe(odd)
  const refused = await post(long(400_000))
  expect(refused.status).toBe(503)
  expect(refused.headers.get('retry-after')).toBe('2')
  expect(await refused.json()).toMatchObject({ type: 'error', error: { type: 'api_error' } })
  expect(echo.calls).toHaveLength(1)
  isDown = false
  expect((await post(odd)).headers.get('longhand-relay')).toBe('kept')
  expect((await server.api.conversations())[0]).toMatchObject({ messages: 3 })
})

test('H4.19, H4.24 what could not be stored beside the call is told in the header, and stored with the next request', async () => {
  await server.close()
  let isDown = false
  const memory = openMemory()
  const storeOf = (owner: string) => {
    const { entries, ...store } = memory.as(owner)
    const append: typeof entries.append = async (...args) => {
      if (isDown) throw new LonghandError('store-unavailable', 'The database does not answer. Try again in a moment.')
      return entries.append(...args)
    }
    return { ...store, entries: { ...entries, append } }
  }
  server = await start({ upstreams: upstreams(echo.baseURL), storage: { ...memory, as: storeOf } })
  const messages = ['a', 'b', 'c', 'd', 'e'].map((content, at) => ({ role: at % 2 ? 'assistant' : 'user', content }))
  const send = async (many: number) => {
    const answer = await post(JSON.stringify({ model: 'claude-x', messages: messages.slice(0, many) }))
    await answer.text()
    return answer.headers.get('longhand-relay')
  }
  expect(await send(3)).toBe('kept')
  isDown = true
  // An answer that comes sooner is not held up to hear about it.
  await send(5)
  echo.answer.afterMs = 300
  expect(await send(5)).toBe('kept-later; why=storage')
  expect((await server.api.conversations())[0]).toMatchObject({ messages: 3 })
  isDown = false
  expect(await send(5)).toBe('kept')
  expect((await server.api.conversations())[0]).toMatchObject({ messages: 5 })
})

test('H4.3 system prompt, tools and parameters go on as they came, also when the conversation is folded', async () => {
  const turn = (at: number) => [
    { role: 'user', content: `Question ${at}. ${'Some words. '.repeat(300)}` },
    { role: 'assistant', content: `Answer ${at}. ${'Some words. '.repeat(300)}` },
  ]
  const messages = [...Array.from({ length: 20 }, (_, at) => turn(at)).flat(), { role: 'user', content: 'And?' }]
  const before =
    '{"system":[{"type":"text","text":"Be \\u0062rief.", "cache_control":{"type":"ephemeral"}}],"tools":[ {"name":"x","input_schema":{"a":1.0}} ],"model":"claude-x","messages":'
  const after = ' ,"max_tokens":5, "temperature":0.10}'
  const answer = await post(before + JSON.stringify(messages) + after)
  const sent = echo.calls[0]!.body.toString()
  expect(sent.startsWith(before)).toBe(true)
  expect(sent.endsWith(after)).toBe(true)
  expect(sent.length).toBeLessThan(110_000)
  expect(answer.headers.get('longhand-compaction')).toMatch(/^version=\d+; folded=\d+$/)
})

test('H4.12 two people who say the same do not meet', async () => {
  const issuer = await startIssuer()
  const shared = await start({ upstreams: upstreams(echo.baseURL), auth: issuer.auth })
  const asked = async (who: string, headers: Record<string, string> = {}) => {
    const token = await issuer.sign({ sub: who })
    return fetch(`${shared.url}/v1/messages`, {
      method: 'POST',
      headers: { 'x-api-key': token, 'content-type': 'application/json', ...headers },
      body: odd,
    })
  }
  const conversation = async (answer: Promise<Response>) => (await answer).headers.get('longhand-conversation')
  const ann = await conversation(asked('ann'))
  expect(await conversation(asked('ann'))).toBe(ann)
  const bob = await conversation(asked('bob', { 'longhand-conversation': ann! }))
  expect(bob).not.toBe(ann)
  // Where people share a server, a key of one's own comes beside a token.
  const own = await fetch(`${shared.url}/v1/messages`, {
    method: 'POST',
    headers: { 'x-api-key': 'sk-own', 'content-type': 'application/json' },
    body: odd,
  })
  expect(own.status).toBe(401)
  const both = await asked('ann', { 'x-api-key': 'sk-own', 'longhand-token': await issuer.sign({ sub: 'ann' }) })
  expect(both.headers.get('longhand-conversation')).toBe(ann)
  expect(echo.calls.at(-1)!.headers['x-api-key']).toBe('sk-own')
  const token = await issuer.sign({ sub: 'ann' })
  await asked('ann', { 'x-api-key': 'sk-own', 'longhand-token': token, authorization: `Token ${token}` })
  expect(JSON.stringify(echo.calls.at(-1)!.headers)).not.toContain(token)
  await shared.close()
  await issuer.close()
})

test.each([
  { 'x-api-key': ['TOKEN', 'sk-own'] },
  { 'x-api-key': 'sk-own', authorization: 'Token TOKEN' },
  { authorization: 'Bearer TOKEN,' },
  { 'x-api-key': 'TOKEN', 'longhand-token': 'TOKEN' },
])('H4.21 our token goes to no provider, however oddly it is written: %j', async written => {
  const headers = JSON.parse(JSON.stringify(written).replaceAll('TOKEN', server.token))
  const call = request(`${server.url}/v1/messages`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
  })
  const [answer] = await once(call.end(odd), 'response')
  expect(answer.resume().statusCode).toBe(200)
  expect(JSON.stringify(echo.calls.at(-1)!.headers)).not.toContain(server.token)
})

test.each(['POST messages', 'POST messages/count_tokens', 'GET models', 'GET models/claude-x'])(
  'H4.22 a server whose provider is itself says so instead of asking itself for ever: %s',
  async asked => {
    const [method = '', path] = asked.split(' ')
    const upstreams: Upstream[] = []
    const alone = await start({ upstreams })
    upstreams.push({ name: 'anthropic', protocols: ['anthropic'], baseURL: `${alone.url}/v1`, key: 'k', hosted: true })
    const answer = await fetch(`${alone.url}/v1/${path}`, {
      method,
      headers: { 'x-api-key': alone.token, 'content-type': 'application/json', 'anthropic-version': '2026-10-21' },
      body: method === 'POST' ? odd : null,
      signal: AbortSignal.timeout(3_000),
    })
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({ error: { message: expect.stringContaining('this server itself') } })
    await alone.close()
  },
)
