import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Started, start } from '../testing/start.ts'
import { headersBack } from './relay-headers.ts'

/** What the provider answers next. */
let answer = ''
const provider = createServer(async (came, to) => {
  for await (const _ of came);
  to.writeHead(200, { 'content-type': answer.startsWith('data:') ? 'text/event-stream' : 'application/json' })
  to.end(answer)
})

let server: Started
beforeEach(async () => {
  provider.listen(0, '127.0.0.1')
  await once(provider, 'listening')
  const baseURL = `http://127.0.0.1:${(provider.address() as AddressInfo).port}/v1`
  server = await start({
    upstreams: [{ name: 'anthropic', protocols: ['anthropic'], baseURL, key: 'k', hosted: true }],
  })
})
afterEach(async () => {
  await server.close()
  provider.closeAllConnections()
  provider.close()
})

const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`
const block = `{"type":"tool_use","id":"toolu_1","name":"run","input":{"deep":${deep}}}`

test.each([
  ['in one piece', `{"id":"m1","type":"message","content":[{"type":"text","text":"Now."},${block}]}`],
  [
    'in events',
    [
      '{"type":"content_block_start","index":0,"content_block":{"type":"text","text":"Now."}}',
      `{"type":"content_block_start","index":1,"content_block":${block}}`,
      '{"type":"message_stop"}',
    ]
      .map(event => `data: ${event}\n\n`)
      .join(''),
  ],
])('H4.4 an answer that nests 20,000 levels deep goes back byte for byte and is stored: %s', async (_, said) => {
  answer = said
  const messages = ['Hello.', 'Hi.', 'Look.'].map((content, at) => ({ role: at % 2 ? 'assistant' : 'user', content }))
  const answered = await fetch(`${server.url}/v1/messages`, {
    method: 'POST',
    headers: { 'x-api-key': server.token, 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'claude-x', max_tokens: 5, messages }),
  })
  expect(await answered.text()).toBe(said)
  const id = answered.headers.get('longhand-conversation')!
  await expect
    .poll(async () => {
      const { entries } = await server.api.entries(id)
      return entries.flatMap(entry => (entry.type === 'message' ? entry.message.parts.map(({ type }) => type) : []))
    })
    .toEqual(['text', 'text', 'text', 'text', 'tool-call'])
})

test('H4.4 what would act on our page or on a proxy before us is not passed on, and what clients read is', () => {
  const hostile = [
    ...['clear-site-data', 'refresh', 'location', 'content-location', 'set-cookie', 'link', 'www-authenticate'],
    ...['access-control-allow-origin', 'access-control-allow-credentials', 'timing-allow-origin', 'report-to', 'nel'],
    ...['cross-origin-resource-policy', 'origin-agent-cluster', 'service-worker-allowed', 'speculation-rules'],
    ...['content-security-policy-report-only', 'sourcemap', 'x-sourcemap', 'strict-transport-security'],
    ...['public-key-pins', 'public-key-pins-report-only', 'expect-ct', 'x-dns-prefetch-control', 'set-login'],
    ...['x-accel-redirect', 'x-accel-buffering', 'x-accel-expires', 'x-accel-limit-rate', 'x-accel-charset'],
    ...[
      'x-litespeed-location',
      'x-sendfile',
      'x-sendfile-temporary',
      'x-lighttpd-send-file',
      'x-lighttpd-send-tempfile',
      'x-reproxy-url',
    ],
  ]
  const read = ['content-type', 'request-id', 'x-request-id', 'retry-after', 'anthropic-ratelimit-requests-remaining']
  // No page can open what is relayed, since cookies count for nothing there; programs read the names of files they fetch.
  const more = ['x-ratelimit-reset-tokens', 'openai-processing-ms', 'etag', 'content-disposition', 'date']
  const all = [...hostile, ...read, ...more].map(name => [name, 'x'] as const)
  expect(headersBack(all).map(([name]) => name)).toEqual([...read, ...more])
})
