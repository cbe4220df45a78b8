import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type Started, start } from '../testing/start.ts'

let server: Started
beforeAll(async () => {
  server = await start()
})
afterAll(() => server.close())

const post = (path: string, body: string) =>
  fetch(`${server.url}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${server.token}`, 'content-type': 'application/json' },
    body,
  })

test('F7 a long body is parsed in a thread, and is what was sent', async () => {
  const { id } = await server.api.create()
  const text = 'He said "no" \\ and left.\n'.repeat(40_000)
  const body = JSON.stringify({ clientId: 'm1', text })
  const parse = vi.spyOn(JSON, 'parse')
  const answer = await post(`/api/conversations/${id}/messages`, body)
  const parsedHere = parse.mock.calls.filter(([given]) => given === body)
  parse.mockRestore()
  await answer.text()
  expect(answer.status).toBe(200)
  expect(parsedHere).toEqual([])
  const { entries } = await server.api.entries(id)
  expect(entries[0]).toMatchObject({ message: { role: 'user', parts: [{ type: 'text', text }] } })
})

test('F6 a long body that is no JSON is refused as a short one is', async () => {
  const { id } = await server.api.create()
  const [short, long] = await Promise.all(
    ['', 'x'.repeat(1_000_000)].map(async text => {
      const answer = await post(`/api/conversations/${id}/messages`, `{"clientId":"m1","text":"${text}",}`)
      return { status: answer.status, body: await answer.json() }
    }),
  )
  expect(long).toEqual(short)
  expect(long!.status).toBe(400)
})
