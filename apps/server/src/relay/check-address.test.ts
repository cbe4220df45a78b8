import Anthropic from '@anthropic-ai/sdk'
import OpenAI from 'openai'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Upstream } from '../models/upstreams.ts'
import { type EchoProvider, startEchoProvider } from '../testing/echo-provider.ts'
import { rawRequest } from '../testing/raw-request.ts'
import { type Started, start } from '../testing/start.ts'

let echo: EchoProvider
let server: Started
beforeEach(async () => {
  echo = await startEchoProvider()
  const at = { baseURL: echo.baseURL, key: 'server-key', hosted: true }
  const upstreams: readonly Upstream[] = [
    { ...at, name: 'anthropic', protocols: ['anthropic'] },
    { ...at, name: 'openai', protocols: ['openai-chat', 'openai-responses'] },
  ]
  server = await start({ upstreams })
})
afterEach(async () => {
  await server.close()
  await echo.close()
})

const messages = [{ role: 'user' as const, content: 'Hello.' }]

/** What a client says that fails. */
const told = (asked: Promise<unknown>): Promise<string> =>
  asked.then(
    () => 'nothing',
    (error: Error) => error.message,
  )

test.each(['the token', 'a key of its own'])(
  'H4.20 a client whose base URL lacks /v1, or has it twice, is told the right one: %s',
  async key => {
    const apiKey = key === 'the token' ? server.token : 'sk-own'
    const openai = new OpenAI({ apiKey, baseURL: server.url, maxRetries: 0 })
    const lacking = `404 The base URL lacks /v1. Set it to ${server.url}/v1.`
    expect(await told(openai.chat.completions.create({ model: 'm', messages }))).toBe(lacking)
    expect(await told(openai.responses.create({ model: 'm', input: 'Hello.' }))).toBe(lacking)
    expect(await told(openai.models.list())).toBe(lacking)
    expect(await told(openai.embeddings.create({ model: 'm', input: 'Hello.' }))).toBe(lacking)
    const anthropic = new Anthropic({ apiKey, baseURL: `${server.url}/v1`, maxRetries: 0 })
    const twice = await told(anthropic.messages.create({ model: 'm', max_tokens: 5, messages }))
    expect(twice).toContain(`"not_found_error","message":"This client adds /v1 to the base URL by itself.`)
    expect(echo.calls).toEqual([])
  },
)

test.each(['messages', 'messages/count_tokens', 'chat/completions', 'responses'])(
  'H4.20 a conversation at /v1/%s/ is not passed on unkept because of its last slash',
  async path => {
    const answer = await fetch(`${server.url}/v1/${path}/?beta=true`, {
      method: 'POST',
      headers: { authorization: 'Bearer sk-own', 'content-type': 'application/json' },
      body: JSON.stringify({ model: 'm', messages }),
    })
    expect([answer.status, await answer.json()]).toMatchObject([
      404,
      { error: { message: `Leave out the slash at the end: ${server.url}/v1/${path}.` } },
    ])
    expect(echo.calls).toEqual([])
  },
)

test.each([
  // what is sent                    the base URL that is meant
  ['//v1/messages', ''],
  ['//messages', '/v1'],
  ['/v1//messages', '/v1'],
  ['/v1//v1/messages', ''],
  ['//chat/completions', '/v1'],
  ['/v1//chat/completions', '/v1'],
  ['//v1/responses', ''],
  ['/v1//embeddings', '/v1'],
])('H4.20 a base URL that ends in a slash is named as it should be: %s', async (path, base) => {
  const answer = await fetch(server.url + path, { method: 'POST', body: JSON.stringify({ model: 'm', messages }) })
  const message = `The base URL ends in a slash. Set it to ${server.url}${base}.`
  const type = 'invalid_request_error'
  expect([answer.status, await answer.json()]).toEqual([
    400,
    path.endsWith('messages')
      ? { type: 'error', error: { type, message } }
      : { error: { type, message, param: null, code: null } },
  ])
  expect(answer.headers.get('longhand-relay')).toBe('refused; why=bad-request')
  expect(echo.calls).toEqual([])
})

test.each(['/v1/messages//', '/v1/./messages', '//v1/nothing'])(
  'H4.20 %s is not taken for such a base URL',
  async path => {
    const { status, text } = await rawRequest({
      ...{ port: Number(new URL(server.url).port), method: 'POST', target: path },
      headers: [`Host: ${new URL(server.url).host}`],
    })
    expect(status).toBe(400)
    expect(text).toContain('"error":{')
    expect(text).toContain('This path is ambiguous.')
  },
)

const post = (headers: readonly string[]) => {
  const body = JSON.stringify({ model: 'm', messages })
  return rawRequest({
    ...{ port: Number(new URL(server.url).port), method: 'POST', target: '/v1/chat/completions', body },
    headers: [
      `Host: ${new URL(server.url).host}`,
      'Content-Type: application/json',
      `Content-Length: ${body.length}`,
      ...headers,
    ],
  })
}

test('H4.20 a client without a key is told which keys there are, not how browsers sign in', async () => {
  for (const headers of [[], ['Authorization: Basic abc'], ['Authorization: Bearer'], ['X-Api-Key:']]) {
    const { status, text } = await post(headers)
    expect(status).toBe(401)
    expect(text).toContain('or your provider’s own key.","type":"authentication_error"')
  }
  expect(echo.calls).toEqual([])
})

test('H4.21 a key counts however its scheme is written, and the token alone stands for the server’s keys', async () => {
  for (const shown of ['AUTHORIZATION: bearer {}', 'authorization: BEARER  {}', 'Longhand-Token: {}'])
    expect((await post([shown.replace('{}', server.token)])).status).toBe(200)
  expect(echo.calls.map(({ headers }) => headers.authorization)).toEqual(Array(3).fill('Bearer server-key'))
})
