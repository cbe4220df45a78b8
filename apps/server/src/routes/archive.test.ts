import type { Json } from 'longhand/internal/core'
import { zipOf } from 'longhand/internal/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Started, start } from '../testing/start.ts'

let server: Started
beforeAll(async () => {
  server = await start()
})
afterAll(() => server.close())

const post = async (type: string, body: string | Uint8Array<ArrayBuffer>) => {
  const headers = { authorization: `Bearer ${server.token}`, 'content-type': type }
  const answer = await fetch(`${server.url}/api/import`, { method: 'POST', headers, body })
  return { status: answer.status, answer: (await answer.json()) as Record<string, unknown> }
}
const titles = async () => (await server.api.conversations({ limit: 100 })).map(({ title }) => title)

const said = (parent: string | null, role: string, text: string, at: number): Json => ({
  parent,
  message: {
    ...{ author: { role }, create_time: at, content: { content_type: 'text', parts: [text] } },
    metadata: { model_slug: role === 'assistant' ? 'gpt-4o' : '' },
  },
})
const cake = (id: string): Json => ({
  ...{ title: 'A cake', create_time: 1_700_000_000, update_time: 1_700_000_300, conversation_id: id },
  current_node: 'a2',
  mapping: {
    q: said(null, 'user', 'Bake a cake.', 1_700_000_000),
    a1: said('q', 'assistant', 'Which one?', 1_700_000_100),
    a2: said('q', 'assistant', 'A lemon cake.', 1_700_000_200),
  },
})
const zipped = (list: string) => zipOf({ 'user.json': '{}', 'conversations.json': list }) as Uint8Array<ArrayBuffer>

test('D6, W22 an archive of ChatGPT comes in with its dates, models and branches, once', async () => {
  const id = crypto.randomUUID()
  const list = JSON.stringify([cake(id), { no: 'conversation' }])
  const first = await post('application/zip', zipped(list))
  expect(first).toEqual({ status: 201, answer: { conversations: 1, entries: 3, skipped: [], unread: 1 } })
  expect(await server.api.conversation(id)).toMatchObject({ title: 'A cake' })
  const { entries } = await server.api.entries(id)
  expect(entries.map(({ at, model }) => [Date.parse(at), model ?? null])).toEqual([
    [1_700_000_000_000, null],
    [1_700_000_200_000, 'gpt-4o'],
  ])
  const branches = await server.api.branches(id)
  expect(branches).toHaveLength(2)
  const other = branches.find(({ current }) => !current)!
  await server.api.switchBranch(id, other.line, other.head)
  expect(JSON.stringify((await server.api.entries(id)).entries)).toContain('Which one?')
  const again = await post('application/json', list)
  expect(again.answer).toEqual({ conversations: 0, entries: 0, skipped: [id], unread: 1 })
})

test('D6, W22 an archive of Claude.ai comes in as JSON', async () => {
  const chat = {
    ...{ uuid: crypto.randomUUID(), name: 'The till', created_at: '2025-03-01T09:00:00Z' },
    chat_messages: [
      { uuid: 'u', sender: 'human', text: 'Fix the till.', created_at: '2025-03-01T09:00:00Z' },
      { uuid: 'a', sender: 'assistant', text: 'Done.', created_at: '2025-03-01T09:00:07Z' },
    ],
  }
  const { answer } = await post('application/json', JSON.stringify([chat]))
  expect(answer).toMatchObject({ conversations: 1, entries: 2 })
  const rows = await server.api.conversations({ limit: 100 })
  expect(rows.find(({ id }) => id === chat.uuid)).toMatchObject({
    title: 'The till',
    updatedAt: '2025-03-01T09:00:07.000Z',
  })
})

test('F6, W22 of an archive that cannot be read nothing is stored', async () => {
  const before = await titles()
  const whole = zipped(JSON.stringify([cake(crypto.randomUUID())]))
  const cut = await post('application/zip', whole.slice(0, -30))
  expect(cut).toMatchObject({ status: 400, answer: { sentence: expect.stringContaining('damaged or not complete') } })
  const words = await post('application/zip', zipped('[{"mapping":{}},'))
  expect(words).toMatchObject({ status: 400, answer: { sentence: expect.stringContaining('ends too early') } })
  // The second conversation holds what nothing can store: the first does not come in alone.
  const deep = JSON.parse(`${'['.repeat(120)}${']'.repeat(120)}`) as Json
  const bad = {
    ...(cake(crypto.randomUUID()) as object),
    mapping: { q: { message: { author: { role: 'user' }, content: { parts: [{ deep }] } } } },
  }
  expect((await post('application/json', JSON.stringify([cake(crypto.randomUUID()), bad]))).status).toBe(400)
  expect(await titles()).toEqual(before)
})

test('W22 two thousand conversations come in at once', async () => {
  const list = Array.from({ length: 2_000 }, () => cake(crypto.randomUUID()))
  expect((await post('application/zip', zipped(JSON.stringify(list)))).answer).toMatchObject({
    conversations: 2_000,
    entries: 6_000,
  })
})
