import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { Agent, createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Upstream } from '../models/upstreams.ts'
import { type EchoProvider, startEchoProvider } from '../testing/echo-provider.ts'
import { rawRequest } from '../testing/raw-request.ts'
import { type Started, start } from '../testing/start.ts'

let openai: EchoProvider
let anthropic: EchoProvider
let server: Started

beforeEach(async () => {
  ;[openai, anthropic] = await Promise.all([startEchoProvider(), startEchoProvider()])
  const upstreams: readonly Upstream[] = [
    { name: 'anthropic', protocols: ['anthropic'], baseURL: anthropic.baseURL, key: 'sk-server', hosted: true },
    { name: 'openai', protocols: ['openai-chat'], baseURL: openai.baseURL, key: 'sk-server', hosted: true },
  ]
  server = await start({ upstreams })
})
afterEach(async () => {
  await Promise.all([server.close(), openai.close(), anthropic.close()])
})

const own = { authorization: 'Bearer sk-own' }

test('H4.27 any other address is passed on with the client’s own key, byte for byte in both directions', async () => {
  const file = randomBytes(3_000_000)
  openai.answer = { status: 201, headers: { 'content-type': 'audio/x', 'request-id': 'r1' }, body: file }
  const type = 'multipart/form-data; boundary="a b; c"'
  const answer = await fetch(`${server.url}/v1/files?purpose=x&a=%2F`, {
    method: 'POST',
    headers: { ...own, 'content-type': type, 'openai-beta': 'y', cookie: 'a=b' },
    body: file,
  })
  expect([answer.status, answer.headers.get('content-type'), answer.headers.get('request-id')]).toEqual([
    201,
    'audio/x',
    'r1',
  ])
  expect(Buffer.from(await answer.arrayBuffer()).equals(file)).toBe(true)
  const [call] = openai.calls
  expect(call).toMatchObject({ method: 'POST', url: '/v1/files?purpose=x&a=%2F' })
  expect(call!.body.equals(file)).toBe(true)
  expect(call!.headers).toMatchObject({ authorization: 'Bearer sk-own', 'content-type': type, 'openai-beta': 'y' })
  expect(call!.headers).toMatchObject({ 'content-length': '3000000' })
  expect(call!.headers).not.toHaveProperty('cookie')
  expect(answer.headers.get('longhand-relay')).toBe('passed-through; why=not-a-conversation')
  expect(await server.api.conversations()).toEqual([])
})

test.each(['GET', 'PUT', 'PATCH', 'DELETE'])('H4.27 %s is passed on as it is', async method => {
  await fetch(`${server.url}/v1/messages/batches/b%C3%A9_1`, {
    method,
    headers: { 'x-api-key': 'sk-own', 'anthropic-version': '2023-06-01' },
  })
  expect(anthropic.calls).toMatchObject([{ method, url: '/v1/messages/batches/b%C3%A9_1' }])
  expect(anthropic.calls[0]!.headers['x-api-key']).toBe('sk-own')
  expect(openai.calls).toEqual([])
})

test('S, H4.4 what goes back has our own headers for safety and the provider’s for all else, each as often as it came', async () => {
  const [provider, baseURL] = await listen((_, to) => {
    const policy = ['content-security-policy', 'default-src *']
    to.writeHead(200, ['cache-control', 'max-age=60', 'x-limit', 'a', 'x-limit', 'b', 'set-cookie', 'c=d', ...policy])
    to.end('fine')
  })
  const upstream: Upstream = { name: 'openai', protocols: ['openai-chat'], baseURL, key: null, hosted: true }
  const passing = await start({ upstreams: [upstream] })
  const [answer] = await once(request(`${passing.url}/v1/files`, { headers: own }).end(), 'response')
  expect(answer.headersDistinct).toMatchObject({
    'cache-control': ['max-age=60'],
    'x-limit': ['a', 'b'],
    'x-content-type-options': ['nosniff'],
    'content-security-policy': [expect.stringContaining("default-src 'none'")],
  })
  expect(answer.headers).not.toHaveProperty('set-cookie')
  expect((await answer.toArray()).join('')).toBe('fine')
  openai.answer = { status: 200, headers: {}, body: '' }
  const plain = await fetch(`${server.url}/v1/files`, { headers: own, method: 'HEAD' })
  expect([plain.status, plain.headers.get('cache-control'), await plain.text()]).toEqual([200, 'no-store', ''])
  await passing.close()
  provider.close()
})

test('H4.1 headers of a client go on as they came, each as often', async () => {
  const headers = ['content-type', 'application/json; charset=utf-8', 'anthropic-beta', 'a', 'anthropic-beta', 'b']
  const call = request(`${server.url}/v1/messages`, {
    method: 'POST',
    headers: ['host', new URL(server.url).host, 'x-api-key', 'sk-own', ...headers],
  })
  const [answer] = await once(call.end('{"model":"m","messages":[]}'), 'response')
  await answer.toArray()
  expect(anthropic.calls[0]!.headers).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'anthropic-beta': 'a, b',
  })
})

test('H4.4 nothing is taken from a provider faster than its client reads, and nothing any more for who has left', async () => {
  let sent = 0
  const gone = Promise.withResolvers<void>()
  const [provider, baseURL] = await listen((_, to) => {
    to.once('close', gone.resolve)
    const fill = () => {
      sent += 100_000
      to.write(Buffer.alloc(100_000))
    }
    to.on('drain', fill)
    fill()
  })
  const upstream: Upstream = { name: 'openai', protocols: ['openai-chat'], baseURL, key: null, hosted: true }
  const passing = await start({ upstreams: [upstream] })
  const [answer] = await once(request(`${passing.url}/v1/files`, { headers: own }).end(), 'response')
  const seen: number[] = []
  const hasStopped = () => seen.push(sent) > 4 && seen.at(-4) === sent
  await expect.poll(hasStopped, { interval: 100, timeout: 10_000 }).toBe(true)
  expect(sent).toBeLessThan(50_000_000)
  answer.destroy()
  await gone.promise
  await passing.close()
  provider.close()
})

test.each(['GET', 'HEAD'])(
  'H4.27 %s has no body: its length would take the bytes of the next request',
  async method => {
    const { port, host } = new URL(server.url)
    const headers = [`Host: ${host}`, 'Authorization: Bearer sk-own', 'Content-Length: 9']
    const answer = await rawRequest({ port: Number(port), method, target: '/v1/files', headers, body: 'GET /v1/x' })
    expect(answer.status).toBe(400)
    expect(openai.calls).toEqual([])
  },
)

test('H4.4 headers go both ways byte by byte, without those that are only for the next machine', async () => {
  const heard: (readonly string[])[] = []
  const [provider, baseURL] = await listen(({ rawHeaders }, to) => {
    heard.push(rawHeaders)
    to.writeHead(200, ['connection', 'X-Hop', 'x-hop', '1', 'x-name', 'caf\xe9 \xc3\xa9']).end('fine')
  })
  const upstream: Upstream = { name: 'openai', protocols: ['openai-chat'], baseURL, key: null, hosted: true }
  const passing = await start({ upstreams: [upstream] })
  const headers = { ...own, connection: 'x-hop', 'x-hop': '1', 'x-name': 'caf\xe9 \xc3\xa9' }
  const [answer] = await once(request(`${passing.url}/v1/files`, { headers }).end(), 'response')
  for (const named of [answer.rawHeaders, heard[0]!]) {
    expect(named).toContain('caf\xe9 \xc3\xa9')
    expect(named).not.toContain('x-hop')
  }
  answer.resume()
  await once(answer, 'end')
  await passing.close()
  provider.close()
})

test('H4.4 any status that ends a request goes back; one that ends none is told, and no connection waits', async () => {
  let status = ''
  const lines = ['Upgrade: x', 'Connection: upgrade', 'Content-Length: 2', '', 'hi']
  const [provider, baseURL] = await listen(({ socket }) => {
    socket.end([`HTTP/1.1 ${status} Odd`, ...lines].join('\r\n'))
  })
  const upstream: Upstream = { name: 'openai', protocols: ['openai-chat'], baseURL, key: null, hosted: true }
  const passing = await start({ upstreams: [upstream] })
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const asked = async (now: string) => {
    status = now
    const [answer] = await once(request(`${passing.url}/v1/files`, { headers: own, agent }).end(), 'response')
    return [answer.statusCode, (await answer.toArray()).join('').slice(0, 8)]
  }
  expect([await asked('600'), await asked('999'), await asked('099'), await asked('101')]).toEqual([
    [600, 'hi'],
    [999, 'hi'],
    [502, '{"error"'],
    [502, '{"error"'],
  ])
  agent.destroy()
  await passing.close()
  provider.close()
})

test.each([204, 304])('H4.27 an answer without bytes stays one: %i', async status => {
  openai.answer = { status, headers: { etag: '"1"' }, body: '' }
  const answer = await fetch(`${server.url}/v1/files/f`, { method: 'DELETE', headers: own })
  expect([answer.status, answer.headers.get('etag'), await answer.text()]).toEqual([status, '"1"', ''])
})

test('H4.27 with the server’s keys there are embeddings, and nothing that costs or changes more', async () => {
  const post = (path: string, method = 'POST') =>
    fetch(`${server.url}/v1/${path}`, {
      method,
      headers: { authorization: `Bearer ${server.token}`, 'content-type': 'application/json' },
      ...(method === 'POST' && { body: '{"input":"a" }' }),
    })
  expect((await post('embeddings')).status).toBe(200)
  expect((await post('models/gpt-x', 'GET')).status).toBe(200)
  for (const path of ['files', 'images/generations', 'embeddings/x', 'batches', 'fine_tuning/jobs']) {
    const refused = await post(path)
    expect(refused.status).toBe(404)
    expect(await refused.json()).toMatchObject({ error: { message: expect.stringContaining('Send yours') } })
  }
  expect(openai.calls.map(({ url }) => url)).toEqual(['/v1/embeddings', '/v1/models/gpt-x'])
  expect(openai.calls[0]!.headers.authorization).toBe('Bearer sk-server')
})

test('H4.22, H4.27 no path, header or redirect leads anywhere but below the address of the configuration', async () => {
  const elsewhere = await startEchoProvider()
  const { host } = new URL(elsewhere.baseURL)
  const { port } = new URL(server.url)
  const paths = [
    `/v1/@${host}/x`,
    `/v1/http://${host}/x`,
    `/v1/http:/${host}/x`,
    `/v1//${host}/x`,
    `/v1/\\\\${host}/x`,
    `/v1/%2F%2F${host}/x`,
    `/v1/..%2f..%2fx`,
    '/v1/../x',
    '/v1/x/../../../y',
    '/v1/x;@y',
    '/v1/.',
    '/v1/%2e%2e/x',
    `/v1/x?@${host}/`,
    `/v1/x#@${host}/`,
  ]
  for (const target of paths) {
    const headers = [
      `Host: ${new URL(server.url).host}`,
      'Authorization: Bearer sk-own',
      `X-Forwarded-Host: ${host}`,
      `Forwarded: host=${host}`,
      `X-Original-URL: http://${host}/`,
    ]
    const answer = await rawRequest({ port: Number(port), method: 'GET', target, headers })
    expect([200, 400, 404]).toContain(answer.status)
  }
  expect(openai.calls.every(({ url }) => url.startsWith('/v1/'))).toBe(true)
  expect(openai.calls.every(({ headers }) => headers.host === new URL(openai.baseURL).host)).toBe(true)
  for (const status of [301, 302, 303, 307, 308]) {
    openai.answer = { status, headers: { location: `${elsewhere.baseURL}/files` }, body: '' }
    const answer = await fetch(`${server.url}/v1/files`, { headers: own, redirect: 'manual' })
    expect([answer.status, answer.headers.get('location')]).toEqual([502, null])
  }
  expect(elsewhere.calls).toEqual([])
  await elsewhere.close()
})

test('H4.18 a WebSocket is refused with 426 wherever it is asked for', async () => {
  const headers = [
    `Host: ${new URL(server.url).host}`,
    'Authorization: Bearer sk-own',
    'Connection: Upgrade',
    'Upgrade: websocket',
  ]
  const { port } = new URL(server.url)
  const answer = await rawRequest({ port: Number(port), method: 'GET', target: '/v1/realtime?model=x', headers })
  expect(answer.status).toBe(426)
  expect(openai.calls).toEqual([])
})

/** A provider that does what a test says with every request. */
async function listen(handler: Parameters<typeof createServer>[1] & {}): Promise<[Server, string]> {
  const provider = createServer(handler)
  provider.listen(0, '127.0.0.1')
  await once(provider, 'listening')
  return [provider, `http://127.0.0.1:${(provider.address() as AddressInfo).port}/v1`]
}

test('H4.27 bytes go both ways as they come, and who hangs up ends the call', async () => {
  const gone = Promise.withResolvers<void>()
  const [provider, baseURL] = await listen((came, to) => {
    to.writeHead(200, { 'content-type': 'application/octet-stream' })
    // Whatever comes goes back at once, long before the end.
    came.on('data', piece => to.write(piece))
    to.on('close', () => gone.resolve())
  })
  const upstream: Upstream = { name: 'openai', protocols: ['openai-chat'], baseURL, key: null, hosted: true }
  const streaming = await start({ upstreams: [upstream] })
  const call = request(`${streaming.url}/v1/audio/x`, {
    method: 'POST',
    headers: { ...own, 'content-type': 'application/octet-stream' },
  })
  call.write('one')
  const [answer] = await once(call, 'response')
  expect(String((await once(answer, 'data'))[0])).toBe('one')
  call.write('two')
  expect(String((await once(answer, 'data'))[0])).toBe('two')
  call.destroy()
  call.on('error', () => {})
  await gone.promise
  await streaming.close()
  provider.closeAllConnections()
  provider.close()
})
