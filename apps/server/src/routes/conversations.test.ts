import { afterAll, beforeAll, expect, test } from 'vitest'
import { ask, fill } from '../testing/fill.ts'
import { type Started, start } from '../testing/start.ts'

let server: Started
beforeAll(async () => {
  server = await start()
})
afterAll(() => server.close())

const missing = '00000000-0000-4000-8000-00000000dead'

test('K9 the start screen lists conversations, newest first, with what they hold', async () => {
  const old = await fill(server, ['The oven is broken'])
  const id = await fill(server, ['Order flour', 'And sugar'])
  const rows = await server.api.conversations()
  expect(rows.map(row => row.id)).toEqual([id, old])
  expect(rows[0]).toMatchObject({
    title: 'Order flour',
    messages: 4,
    checkpoints: 0,
    window: 100_000,
    model: 'scripted',
  })
  expect(rows[0]!.used).toBeGreaterThan(0)
  expect((await server.api.conversations({ search: 'oven' })).map(row => row.id)).toEqual([old])
})

test('K9 lists come in pages', async () => {
  for (const text of ['a', 'b', 'c']) await fill(server, [text])
  const first = await ask(server, 'GET', '/api/conversations?limit=2')
  const next = first.headers.get('longhand-next')!
  const page = await server.api.conversations({ limit: 2, before: next })
  const seen = [...((await first.json()) as { id: string }[]), ...page].map(row => row.id)
  expect(new Set(seen).size).toBe(4)
})

test('H1 a conversation can be renamed, given another policy, and deleted', async () => {
  const id = await fill(server, ['Bread'])
  const { policy } = await server.api.conversation(id)
  const changed = await server.api.update(id, { title: 'Rye bread', policy: { ...policy, automatic: 'off' } })
  expect(changed).toMatchObject({ title: 'Rye bread', policy: { automatic: 'off' } })
  await server.api.delete(id)
  await expect(server.api.conversation(id)).rejects.toMatchObject({ code: 'not-found' })
  await expect(server.api.stop(id)).rejects.toMatchObject({ code: 'not-found' })
})

test('H1 entries come in pages: the newest, those before a depth, those around a message', async () => {
  const texts = Array.from({ length: 8 }, (_, at) => `Message ${at + 1}`)
  const id = await fill(server, texts)
  const numbers = async (query: object) => {
    const { entries, more } = await server.api.entries(id, query)
    return { numbers: entries.flatMap(entry => (entry.type === 'message' ? [entry.number] : [])), more }
  }
  expect(await numbers({ limit: 4 })).toEqual({ numbers: [13, 14, 15, 16], more: true })
  expect(await numbers({ limit: 4, before: 5 })).toEqual({ numbers: [1, 2, 3, 4], more: false })
  expect(await numbers({ limit: 4, around: 8 })).toEqual({ numbers: [6, 7, 8, 9], more: true })
})

test('T7 status and view tell what the model would read', async () => {
  const id = await fill(server, ['One', 'Two'])
  const status = await server.api.status(id)
  const view = await server.api.view(id)
  expect(view.status).toEqual(status)
  expect(view.messages.map(({ kind, message }) => `${kind} ${message.role}`)).toEqual([
    'verbatim user',
    'verbatim assistant',
    'verbatim user',
    'verbatim assistant',
  ])
})

test.each([
  ['GET', `/api/conversations/${missing}`, 404],
  ['GET', '/api/conversations/nonsense', 404],
  ['POST', `/api/conversations/${missing}/stop`, 404],
  ['GET', `/api/conversations/${missing}/stream`, 404],
  ['GET', '/api/nothing', 404],
  ['GET', '/api/conversations?limit=many', 400],
  ['GET', '/api/conversations?colour=red', 400],
  ['GET', '/api/conversations?before=yesterday', 400],
])('F6 %s %s answers %i with a sentence', async (method, path, status) => {
  const answer = await ask(server, method, path, method === 'POST' ? {} : undefined)
  expect(answer.status).toBe(status)
  expect(await answer.json()).toMatchObject({ code: expect.any(String), sentence: expect.stringMatching(/\.$/) })
})

test('V12 a conversation has instructions and a temperature; null takes them away, and the policy stays', async () => {
  const { id } = await server.api.create()
  const { policy } = await server.api.conversation(id)
  await server.api.update(id, { policy: { ...policy, automatic: 'off' } })
  const told = await server.api.update(id, { instructions: '  Answer in French.\0 ', temperature: 0.2 })
  expect(told).toMatchObject({ instructions: 'Answer in French.', temperature: 0.2, policy: { automatic: 'off' } })
  expect(told.status.breakdown.system).toBeGreaterThan(0)
  expect(await server.api.view(id)).toMatchObject({ instructions: 'Answer in French.' })
  expect(await server.api.update(id, { instructions: null, temperature: null })).toMatchObject({
    ...{ instructions: null, temperature: null, policy: { automatic: 'off' } },
  })
  await expect(server.api.update(id, { temperature: 3 })).rejects.toMatchObject({ code: 'bad-request' })
})

test('F6 a model that nobody has, and a policy that cannot be meant, are refused', async () => {
  await expect(server.api.create({ model: 'gpt-9' })).rejects.toMatchObject({ code: 'not-found' })
  const id = await fill(server, ['x'])
  const { policy } = await server.api.conversation(id)
  const change = server.api.update(id, { policy: { ...policy, target: 7 } })
  await expect(change).rejects.toMatchObject({ code: 'bad-policy', message: expect.stringContaining('target is 7') })
})
