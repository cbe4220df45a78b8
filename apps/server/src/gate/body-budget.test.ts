import { once } from 'node:events'
import { type ClientRequest, request } from 'node:http'
import { connect } from 'node:net'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type EchoProvider, startEchoProvider } from '../testing/echo-provider.ts'
import { startIssuer } from '../testing/issuer.ts'
import { type Started, type StartOptions, start } from '../testing/start.ts'

const MB = 1_000_000
let echo: EchoProvider
let server: Started
const open: ClientRequest[] = []
const begin = async (options: StartOptions = {}, limits = { heldBytesPerOwner: 25 * MB, heldBytes: 40 * MB }) => {
  echo = await startEchoProvider()
  const at = { baseURL: echo.baseURL, key: 'k', hosted: true }
  server = await start({ ...options, limits, upstreams: [{ ...at, name: 'anthropic', protocols: ['anthropic'] }] })
}
beforeEach(() => begin())
afterEach(async () => {
  for (const one of open.splice(0)) one.destroy()
  await server.close()
  await echo.close()
})

const body = (bytes: number) => {
  const [start, end] = ['{"model":"claude-x","messages":[{"role":"user","content":"', '"}]}']
  return start + 'x'.repeat(bytes - start.length - end.length) + end
}

type Sent = { readonly bytes: number; readonly path?: string; readonly key?: string; readonly length?: 'unknown' }

/** Sends half of a body, and waits until the server has some of it. */
async function half({ bytes, path = '/v1/messages', key = server.token, length }: Sent): Promise<ClientRequest> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const declared = length === undefined ? { 'content-length': bytes } : {}
  const sent = request(server.url + path, { method: 'POST', agent: false, headers: { ...headers, ...declared } })
  open.push(sent.on('error', () => {}))
  await new Promise(resolve => sent.write(body(bytes).slice(0, bytes / 2), resolve))
  return sent
}

const whole = async (bytes: number, key = server.token) => {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const answer = await fetch(`${server.url}/v1/messages`, { method: 'POST', headers, body: body(bytes) })
  return { status: answer.status, wait: answer.headers.get('retry-after'), text: await answer.text() }
}

const taken = (bytes: number, key?: string) =>
  vi.waitFor(async () => expect((await whole(bytes, key)).status).toBe(200), { timeout: 20_000, interval: 100 })

const refused = (bytes: number, key?: string) =>
  vi.waitFor(async () => expect((await whole(bytes, key)).status).toBe(429), { timeout: 20_000, interval: 100 })

test('S bodies that are not there yet count as long as they are, and whoever sends more is told to wait', async () => {
  await half({ bytes: 9 * MB })
  await half({ bytes: 9 * MB, path: '/api/import' })
  await refused(9 * MB)
  expect(await whole(9 * MB)).toMatchObject({
    status: 429,
    wait: '2',
    text: expect.stringContaining('Try again in a moment.'),
  })
  expect(echo.calls.length).toBe(0)
  await taken(1 * MB)
  // A key that anybody can make up is counted apart from our token.
  await taken(9 * MB, 'sk-own')
  open[0]!.destroy()
  await taken(9 * MB)
})

test('S a body of unknown length counts as it comes', async () => {
  await half({ bytes: 20 * MB, path: '/api/import', length: 'unknown' })
  await half({ bytes: 20 * MB, length: 'unknown' })
  await refused(9 * MB)
  for (const one of open) one.destroy()
  await taken(9 * MB)
})

test('S what was counted is given back however a request ends', async () => {
  expect(await whole(3 * MB)).toMatchObject({ status: 200 })
  const finished = await half({ bytes: 9 * MB })
  finished.end(body(9 * MB).slice((9 * MB) / 2))
  const [answer] = await once(finished, 'response')
  answer.resume()
  for (const length of [undefined, 'unknown'] as const)
    for (const [path, size] of [
      ['/v1/messages', 3],
      ['/v1/messages', 9],
      ['/api/import', 9],
      ['/api/stateless', 9],
      ['/api/conversations', 0.5],
    ] as const)
      (await half({ bytes: size * MB, path, ...(length && { length }) })).destroy()
  const refused = await fetch(`${server.url}/api/stateless`, {
    method: 'POST',
    headers: { authorization: `Bearer ${server.token}`, 'content-type': 'application/json' },
    body: 'no JSON',
  })
  expect(refused.status).toBe(400)
  // Two at once on one connection, which goes before the first is answered.
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
  const lines = [
    'POST /v1/messages HTTP/1.1',
    `Host: ${new URL(server.url).host}`,
    `Authorization: Bearer ${server.token}`,
  ]
  const one = [...lines, 'Content-Type: application/json', 'Content-Length: 1000', '', body(1_000)].join('\r\n')
  await new Promise(resolve => socket.write(one + one.slice(0, 400), resolve))
  socket.destroy()
  // More than all may have is taken from whoever has nothing else here.
  await taken(25 * MB + 1)
})

test('S on a shared server nobody takes the room of another, and all together have theirs', async () => {
  await server.close()
  await echo.close()
  const issuer = await startIssuer()
  await begin({ auth: issuer.auth })
  const [ann, bob] = await Promise.all(['ann', 'bob'].map(sub => issuer.sign({ sub })))
  await half({ bytes: 9 * MB, key: ann! })
  await half({ bytes: 9 * MB, key: ann! })
  await refused(9 * MB, ann)
  await taken(9 * MB, bob)
  await half({ bytes: 19 * MB, key: bob! })
  await refused(5 * MB, bob)
  expect((await whole(5 * MB, bob)).text).toContain('All requests in progress')
  await issuer.close()
})

test('S a body alone is as large as its route allows, and files that are passed on do not count', async () => {
  await server.close()
  await echo.close()
  await begin({}, { heldBytesPerOwner: 1_000, heldBytes: 1_000 })
  expect((await whole(9 * MB)).status).toBe(200)
  await half({ bytes: 9 * MB, path: '/v1/files', key: 'sk-own' })
  await taken(900, 'sk-own')
})
