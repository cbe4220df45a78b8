import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type EchoProvider, startEchoProvider } from '../testing/echo-provider.ts'
import { type Started, start } from '../testing/start.ts'

let echo: EchoProvider
let server: Started
beforeEach(async () => {
  echo = await startEchoProvider()
  const upstream = {
    name: 'anthropic',
    protocols: ['anthropic'],
    baseURL: echo.baseURL,
    key: 'k',
    hosted: true,
  } as const
  server = await start({ upstreams: [upstream], window: 10_000_000 })
})
afterEach(async () => {
  await server.close()
  await echo.close()
})

const post = (body: string) =>
  fetch(`${server.url}/v1/messages`, {
    method: 'POST',
    headers: { 'x-api-key': server.token, 'content-type': 'application/json' },
    body,
  })

const wide = `"messages":[${'[],'.repeat(100_001)}[]],"x":[[${'{},'.repeat(500_000)}0]]`

test('H4.25 of a body that is wider than any real one only the model is read, and it goes on as it came', async () => {
  const body = `{${wide},"model":"claude-x"}`
  const parse = vi.spyOn(JSON, 'parse')
  const answer = await post(body)
  const longest = Math.max(...parse.mock.calls.map(([text]) => String(text).length))
  parse.mockRestore()
  expect([answer.status, answer.headers.get('longhand-relay')]).toEqual([200, 'passed-through; why=unread'])
  expect(longest).toBeLessThan(10_000)
  expect(echo.calls[0]!.body.toString() === body).toBe(true)
})

test('H4.20 the model of this machine refuses such a body in a sentence', async () => {
  const answer = await post(`{${wide},"model":"offline/quoting"}`)
  expect([answer.status, await answer.text()]).toEqual([400, expect.stringContaining('Send a simpler one.')])
})
