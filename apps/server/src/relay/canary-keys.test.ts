import { openMemory } from 'longhand/memory'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Upstream } from '../models/upstreams.ts'
import { openLog } from '../telemetry/log.ts'
import { type EchoProvider, startEchoProvider } from '../testing/echo-provider.ts'
import { type Started, start } from '../testing/start.ts'

let echo: EchoProvider
let server: Started
let log = ''
const storage = openMemory()
const owner = '00000000-0000-4000-8000-000000000001'

beforeEach(async () => {
  echo = await startEchoProvider()
  const upstreams: readonly Upstream[] = [
    { name: 'anthropic', protocols: ['anthropic'], baseURL: echo.baseURL, key: key('server'), hosted: true },
    { name: 'openai', protocols: ['openai-chat'], baseURL: 'http://127.0.0.1:9', key: key('far'), hosted: true },
  ]
  const write = (line: string): void => {
    log += line
  }
  server = await start({ upstreams, storage, log: openLog('trace', { write }) })
})
afterEach(async () => {
  await server.close()
  await echo.close()
})

/** A key that names where it was put. */
const key = (place: string): string => `sk-ant-api03-canary-${place}-0123456789abcdef`

const messages = [
  { role: 'user', content: 'What of the ledger?' },
  { role: 'assistant', content: 'It is fine.' },
  { role: 'user', content: 'And now?' },
]

const headers = {
  'content-type': 'application/json',
  'anthropic-version': '2023-06-01',
  'x-api-key': key('x-api-key'),
  authorization: `Bearer ${key('authorization')}`,
  'api-key': key('api-key'),
  'x-goog-api-key': key('goog'),
  cookie: `key=${key('cookie')}`,
  'proxy-authorization': `Basic ${key('proxy')}`,
  'session-id': key('session'),
  'user-agent': `agent/1.0 ${key('agent')}`,
  referer: `https://x.example/?key=${key('referer')}`,
}

const bodies = [
  {
    model: 'claude-x',
    messages,
    api_key: key('body'),
    metadata: { user_id: key('user') },
    prompt_cache_key: key('cache'),
  },
  { model: 'claude-x', messages: [messages[0]], metadata: { user_id: key('once') } },
  { model: key('model'), messages },
  { model: 7, messages },
]

const paths = ['/v1/messages', '/v1/messages/count_tokens', '/v1/chat/completions', '/v1/responses', '/v1/files']

const answers = [
  { status: 200, body: '{"content":[{"type":"text","text":"Fine."}]}' },
  { status: 401, body: `{"error":{"message":"bad key ${key('x-api-key')}"}}` },
  { status: 400, body: `{"error":{"message":"prompt is too long: 9 tokens > 8 maximum, ${key('x-api-key')}"}}` },
  { status: 307, body: '' },
]

test('H4.21, S keys in any place of a request are in no log, storage, metric, page or answer of ours', async () => {
  const ours: string[] = []
  for (const answer of answers) {
    echo.answer = {
      ...answer,
      headers: { 'content-type': 'application/json', location: `http://x/${key('location')}` },
    }
    for (const path of paths)
      for (const body of [...bodies.map(one => JSON.stringify(one)), `{"key":"${key('broken')}"`]) {
        const calls = echo.calls.length
        const url = `${server.url}${path}?beta=true&key=${key('query')}`
        const came = await fetch(url, { method: 'POST', headers, body })
        const text = `${JSON.stringify([...came.headers])} ${await came.text()}`
        // What the provider says passes as it came.
        if (echo.calls.length === calls || answer.status === 307) ours.push(text)
      }
  }
  const asOwner = { headers: { authorization: `Bearer ${server.token}` } }
  for (const path of ['/metrics', '/api/conversations', '/api/settings', '/api/models', '/'])
    ours.push(await (await fetch(server.url + path, asOwner)).text())
  let stored = ''
  for await (const line of storage.as(owner).export()) stored += line
  expect(stored).toContain('What of the ledger?')
  expect(log).not.toBe('')
  for (const [where, text] of Object.entries({ stored, log, ours: ours.join('\n') }))
    expect(text.match(/.{0,60}canary-[a-z-]+/g) ?? [], where).toEqual([])
})
