import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Upstream } from '../models/upstreams.ts'
import { type EchoProvider, startEchoProvider } from '../testing/echo-provider.ts'
import { type Started, start } from '../testing/start.ts'

let echo: EchoProvider
let server: Started
beforeEach(async () => {
  echo = await startEchoProvider()
  const at = { baseURL: echo.baseURL, key: 'server-key', hosted: true }
  const upstreams: readonly Upstream[] = [{ ...at, name: 'anthropic', protocols: ['anthropic'] }]
  server = await start({ upstreams })
})
afterEach(async () => {
  await server.close()
  await echo.close().catch(() => {})
})

const turns = [
  { role: 'user', content: 'Hello.' },
  { role: 'assistant', content: 'Hi.' },
  { role: 'user', content: 'And?' },
]

const ask = (path: string, body: string, key = server.token) =>
  fetch(server.url + path, {
    method: 'POST',
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    body,
  })

const relayed = (answer: Response) => [answer.status, answer.headers.get('longhand-relay')]

test('H4.19 what Longhand refuses says so, and why in a word', async () => {
  expect(relayed(await ask('/v1/messages', 'nope'))).toEqual([400, 'refused; why=bad-request'])
  expect(relayed(await ask('/v1/messages', '{}', ''))).toEqual([401, 'refused; why=not-allowed'])
  expect(relayed(await ask('/v1/v1/messages', '{}'))).toEqual([404, 'refused; why=not-found'])
  expect(relayed(await ask('/messages', '{}'))).toEqual([404, 'refused; why=not-found'])
  const headers = { authorization: `Bearer ${server.token}` }
  const socket = await fetch(`${server.url}/v1/responses`, { headers })
  expect(relayed(socket)).toEqual([426, 'refused; why=web-socket'])
  expect(echo.calls).toEqual([])
})

test('H4.19 an error of the provider is none of ours', async () => {
  echo.answer = { status: 400, headers: { 'content-type': 'application/json' }, body: '{"sentence":"No."}' }
  const answer = await ask('/v1/messages', JSON.stringify({ model: 'm', max_tokens: 5, messages: turns }))
  expect(relayed(answer)).toEqual([400, 'kept'])
})

test('H4.19 a request that could not be passed on has failed and is kept: it was not refused', async () => {
  await echo.close()
  const answer = await ask('/v1/messages', JSON.stringify({ model: 'm', max_tokens: 5, messages: turns }))
  expect(relayed(answer)).toEqual([502, 'failed; why=unreachable'])
  await expect.poll(async () => (await server.api.conversations()).map(({ messages }) => messages)).toEqual([3])
})
