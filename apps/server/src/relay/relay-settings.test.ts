import { openMemory } from 'longhand/memory'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { localAuth } from '../gate/auth.ts'
import { limitsFrom } from '../gate/from-config.ts'
import type { Upstream } from '../models/upstreams.ts'
import { type EchoProvider, startEchoProvider } from '../testing/echo-provider.ts'
import { type Started, start } from '../testing/start.ts'
import { relaySettings } from './relay-settings.ts'

type Relay = Parameters<typeof relaySettings>[0]['relay']

let echo: EchoProvider
let server: Started
const storage = openMemory()
beforeEach(async () => {
  echo = await startEchoProvider()
})
afterEach(async () => {
  await server.close()
  await echo.close()
})

async function open(relay: Relay): Promise<void> {
  const { baseURL } = echo
  const upstreams: readonly Upstream[] = [
    { name: 'openai', protocols: ['openai-chat'], baseURL, key: 'sk-server', hosted: true },
    { name: 'mine', protocols: ['openai-chat'], baseURL: `${baseURL}/own`, key: null, hosted: false },
  ]
  const limits = limitsFrom({ relay }, localAuth)
  server = await start({ upstreams, storage, limits, relaySettings: relaySettings({ relay }) })
}

const messages = [
  { role: 'user', content: 'Hello' },
  { role: 'assistant', content: 'Hello.' },
  { role: 'user', content: 'Again' },
]

const ask = (key: string, said: readonly object[] = messages) =>
  fetch(`${server.url}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'm', messages: said }),
  })

const sentenceOf = async (answer: Response): Promise<string> =>
  ((await answer.json()) as { readonly error: { readonly message: string } }).error.message

test('H4.22 relay.enabled: off, and nothing is passed on', async () => {
  await open({ enabled: 'off' })
  const answer = await ask(server.token)
  // Not as a model that is not there: clients would look for another one.
  expect(answer.status).toBe(403)
  expect(await answer.json()).toMatchObject({
    error: { type: 'permission_error', code: null, message: expect.stringContaining('relay.enabled') },
  })
  expect(echo.calls).toHaveLength(0)
})

test.each([
  { keys: 'server', refused: 'sk-own', taken: 'token-of-a-test' },
  { keys: 'client', refused: 'token-of-a-test', taken: 'sk-own' },
] as const)('H4.21 relay.keys: $keys refuses other keys in a sentence', async ({ keys, refused, taken }) => {
  await open({ keys })
  const answer = await ask(refused)
  expect(answer.status).toBe(403)
  expect(await sentenceOf(answer)).toMatch(/Send (its token|your own)/)
  expect(echo.calls).toHaveLength(0)
  expect((await ask(taken)).status).toBe(200)
})

test('H4.22 relay.openai names the provider of models that name none; one that is not there is told', async () => {
  await open({ openai: 'mine' })
  await ask(server.token)
  expect(echo.calls.at(-1)!.url).toContain('/own/')
  await server.close()
  await open({ openai: 'yours' })
  const answer = await ask(server.token)
  expect(answer.status).toBe(400)
  expect(await sentenceOf(answer)).toContain('relay.openai is yours')
})

test('H4.20 relay.body_bytes bounds a request', async () => {
  await open({ body_bytes: 500 })
  expect((await ask(server.token, [{ role: 'user', content: 'x'.repeat(500) }])).status).toBe(413)
  expect((await ask(server.token)).status).toBe(200)
})

test('H4.12 relay.keep_once: on keeps what is asked once, and what follows is the same conversation', async () => {
  await open({ keep_once: 'on' })
  const once = await ask(server.token, messages.slice(0, 1))
  expect(once.headers.get('longhand-relay')).toBe('kept')
  const more = await ask(server.token)
  expect(more.headers.get('longhand-conversation')).toBe(once.headers.get('longhand-conversation'))
})

test.each([[[]], [[{ role: 'user', content: ' ' }]], [[{ role: 'system', content: 'Be brief.' }]]])(
  'H4.12 relay.keep_once: on keeps nothing of %j, which says nothing to be known by',
  async said => {
    await open({ keep_once: 'on' })
    const before = (await server.api.conversations()).length
    expect((await ask(server.token, said)).headers.get('longhand-relay')).toBe('passed-through; why=first-request')
    expect(await server.api.conversations()).toHaveLength(before)
  },
)
