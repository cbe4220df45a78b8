import { afterAll, beforeAll, expect, test } from 'vitest'
import { ask, fill } from '../testing/fill.ts'
import { type Started, start } from '../testing/start.ts'

let server: Started
beforeAll(async () => {
  server = await start()
})
afterAll(() => server.close())

const exported = async (id: string, format: 'md' | 'json' | 'html') => {
  const answer = await fetch(server.api.exportPath(id, format), {
    headers: { authorization: `Bearer ${server.token}` },
  })
  return { text: await answer.text(), name: answer.headers.get('content-disposition') }
}

test('D6 what is exported as lines of JSON comes in again as it was, elsewhere', async () => {
  const id = await fill(server, ['One', 'Two'])
  await server.api.saveCheckpoint(id, 'Both said')
  const { text, name } = await exported(id, 'json')
  expect(name).toBe('attachment; filename="one.jsonl"')
  const other = await start()
  const answer = await fetch(`${other.url}/api/import`, {
    method: 'POST',
    headers: { authorization: `Bearer ${other.token}`, 'content-type': 'application/x-ndjson' },
    body: text,
  })
  expect(await answer.json()).toMatchObject({ conversations: 1, entries: 4, skipped: [] })
  expect((await other.api.entries(id)).entries).toEqual((await server.api.entries(id)).entries)
  expect(await other.api.checkpoints(id)).toEqual(await server.api.checkpoints(id))
  await other.close()
})

test('D6 Markdown is for people: every message under its number', async () => {
  const id = await fill(server, ['Show me ```` four'])
  const { text } = await exported(id, 'md')
  expect(text).toMatch(/^# Show me/)
  expect(text).toMatch(/## ¶ 1 · You · \d{4}-\d\d-\d\d \d\d:\d\d\n\nShow me ```` four\n/)
  expect(text).toMatch(/## ¶ 2 · Assistant .*\n\nFine\.\n/)
})

test('W17 a page is for people too: every word escaped, nothing that runs or is loaded', async () => {
  const id = await fill(server, [
    '<script>alert(1)</script> & "quotes"\n\n```html\n</code><img src=x onerror=alert(2)>\n```',
  ])
  const { text, name } = await exported(id, 'html')
  expect(name).toMatch(/\.html"$/)
  expect(text).toContain('&lt;script&gt;alert(1)&lt;/script&gt; &amp; &quot;quotes&quot;')
  expect(text).toContain('<pre><code>&lt;/code&gt;&lt;img src=x onerror=alert(2)&gt;')
  expect(text).toMatch(/<article id="m2" class="assistant">[\s\S]*Fine\./)
  expect(text).toContain("default-src 'none'")
  expect(text).not.toMatch(/<script|<img|<link/)
  expect(text.endsWith('</html>\n')).toBe(true)
})

test('D6 a transcript of another program becomes a conversation', async () => {
  const messages = [
    { role: 'user', content: 'Bake a cake' },
    { role: 'assistant', content: 'Which one?' },
  ]
  const answer = await ask(server, 'POST', '/api/import', { messages })
  expect(answer.status).toBe(201)
  const { conversation } = (await answer.json()) as { conversation: string }
  expect(await server.api.conversation(conversation)).toMatchObject({ title: 'Bake a cake' })
  expect((await server.api.entries(conversation)).entries).toHaveLength(2)
})

const bring = async (text: string): Promise<string> => {
  const headers = { authorization: `Bearer ${server.token}`, 'content-type': 'application/json' }
  const answer = await fetch(`${server.url}/api/import`, { method: 'POST', headers, body: text })
  return ((await answer.json()) as { conversation: string }).conversation
}

test('D6 a log keeps its dates, its models and its title', async () => {
  const [asked, answered] = ['2025-03-01T09:00:00.000Z', '2025-03-01T09:00:07.000Z']
  const lines = [
    { type: 'user', isMeta: true, timestamp: asked, message: { role: 'user', content: 'Never do that.' } },
    { type: 'user', timestamp: asked, message: { role: 'user', content: 'Fix the till. Today.' } },
    {
      type: 'assistant',
      timestamp: answered,
      message: { role: 'assistant', id: 'm', model: 'claude-opus-4-5', content: 'Done.' },
    },
  ]
  const log = lines.map(line => JSON.stringify(line)).join('\n')
  const id = await bring(log)
  const rows = await server.api.conversations({ limit: 100 })
  expect(rows.find(row => row.id === id)).toMatchObject({ title: 'Fix the till.', updatedAt: answered })
  const { entries } = await server.api.entries(id)
  expect(entries.map(({ at }) => new Date(at).toISOString())).toEqual([asked, asked, answered])
  expect(entries.map(({ model }) => model ?? null)).toEqual([null, null, 'claude-opus-4-5'])
  const named = await bring(`${log}\n${JSON.stringify({ type: 'custom-title', customTitle: 'The till' })}`)
  expect(await server.api.conversation(named)).toMatchObject({ title: 'The till' })
})

test('F6 what is no transcript is refused, and a damaged export names its line', async () => {
  const nothing = await ask(server, 'POST', '/api/import', { colour: 'red' })
  expect(nothing.status).toBe(400)
  const damaged = await fetch(`${server.url}/api/import`, {
    method: 'POST',
    headers: { authorization: `Bearer ${server.token}`, 'content-type': 'application/x-ndjson' },
    body: '{"type":"longhand","format":1}\nnonsense\n',
  })
  expect(await damaged.json()).toMatchObject({ sentence: expect.stringContaining('Line 2') })
})

test('H1 messages are found by their words', async () => {
  const id = await fill(server, ['The cinnamon is in the second drawer'])
  expect(await server.api.search('cinnamon')).toMatchObject([{ conversation: id, number: 1, role: 'user' }])
  expect(await server.api.search('saffron')).toEqual([])
})

test('D2 projects hold conversations and take them along when they go', async () => {
  const made = (await (await ask(server, 'POST', '/api/projects', { name: 'Bakery' })).json()) as { id: string }
  const { id } = await server.api.create({ project: made.id })
  expect((await server.api.conversations({ project: made.id })).map(row => row.id)).toContain(id)
  expect(await server.api.projects()).toMatchObject([{ id: made.id, name: 'Bakery' }])
  expect((await ask(server, 'PATCH', `/api/projects/${made.id}`, { name: 'Mill' })).status).toBe(200)
  expect((await ask(server, 'DELETE', `/api/projects/${made.id}`)).status).toBe(204)
  await expect(server.api.conversation(id)).rejects.toMatchObject({ code: 'not-found' })
})

test('H6 settings are read and changed; what they name must exist', async () => {
  const { policy } = await server.api.settings()
  const changed = await server.api.changeSettings({
    policy: { ...policy, minMessages: 4 },
    instructions: 'Keep prices.',
  })
  expect(changed).toMatchObject({ policy: { minMessages: 4 }, instructions: 'Keep prices.' })
  const { id } = await server.api.create()
  expect((await server.api.conversation(id)).policy.minMessages).toBe(4)
  expect(await server.api.changeSettings({ summaryModel: 'auto', fastModel: 'auto' })).toMatchObject({
    summaryModel: 'auto',
    fastModel: 'auto',
  })
  await expect(server.api.changeSettings({ model: 'gpt-9' })).rejects.toMatchObject({ code: 'not-found' })
  await server.api.changeSettings({ policy })
})
