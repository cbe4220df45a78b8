import { openMemory } from 'longhand/memory'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { fill } from '../testing/fill.ts'
import { type Started, start } from '../testing/start.ts'

let server: Started
beforeAll(async () => {
  server = await start()
})
afterAll(() => server.close())

test('K1, K3, K4 a saved place can be returned to; what came after stays as a branch', async () => {
  const { api } = server
  const id = await fill(server, ['One', 'Two'])
  const saved = await api.saveCheckpoint(id, 'After two')
  expect(saved).toMatchObject({ label: 'After two', kind: 'manual', number: 4, compaction: 0 })
  const there = await api.view(id)
  await api.protect(id, 3, 'protect')
  const back = await api.restore(id, saved.id, false)
  expect(back.head).toBe(4)
  expect((await api.view(id)).messages).toEqual(there.messages)
  const kinds = (await api.checkpoints(id)).map(({ kind }) => kind)
  expect(kinds).toEqual(['before-restore', 'manual'])
})

test('K3 a checkpoint can be renamed and forgotten; the messages stay', async () => {
  const { api } = server
  const id = await fill(server, ['One'])
  const { id: checkpoint } = await api.saveCheckpoint(id, 'Here')
  expect(await api.renameCheckpoint(id, checkpoint, 'There')).toMatchObject({ label: 'There' })
  await api.removeCheckpoint(id, checkpoint)
  expect(await api.checkpoints(id)).toEqual([])
  expect((await api.entries(id)).entries).toHaveLength(2)
  await expect(api.restore(id, checkpoint, true)).rejects.toMatchObject({ code: 'not-found' })
})

test('K5 names are kept for 30 days, at most 50 of them, and automatic ones go first; the messages never expire', async () => {
  let later = 0
  const day = 24 * 3_600_000
  const { api, close, ...other } = await start({ storage: openMemory({ now: () => Date.now() + later }) })
  onTestFinished(close)
  const id = await fill({ api, close, ...other }, ['One', 'Two'])
  const old = await api.saveCheckpoint(id, 'old')
  later += 29 * day
  // Each one saves where the head was, by itself.
  for (let at = 0; at < 60; at++) await api.restore(id, old.id, true)
  const kinds = (await api.checkpoints(id)).map(({ kind }) => kind)
  expect(kinds).toEqual([...Array(49).fill('before-restore'), 'manual'])
  for (let at = 0; at < 55; at++) await api.saveCheckpoint(id, `by hand ${at}`)
  const labels = (await api.checkpoints(id)).map(({ label }) => label)
  expect(labels).toEqual(Array.from({ length: 50 }, (_, at) => `by hand ${54 - at}`))
  later += 31 * day
  const newest = await api.saveCheckpoint(id, 'newest')
  expect((await api.checkpoints(id)).map(({ id }) => id)).toEqual([newest.id])
  expect((await api.entries(id)).entries).toHaveLength(4)
})

test('W5 branches can be listed and gone to, and a branch of its own begins where one stands', async () => {
  const { api } = server
  const id = await fill(server, ['One', 'Two'])
  const { entries } = await api.entries(id)
  const first = entries[1]!.id
  const stream = await api.send(id, { clientId: 'other', text: 'Another two', after: first }, {})
  await new Response(stream).text()
  const branches = await api.branches(id)
  expect(branches.map(({ current, head }) => ({ current, head }))).toEqual([
    { current: true, head: 4 },
    { current: false, head: 4 },
  ])
  const other = branches.find(({ current }) => !current)!
  await api.switchBranch(id, other.line, other.head)
  const shown = (await api.entries(id)).entries
  expect(shown[2]).toMatchObject({ message: { parts: [{ text: 'Two' }] }, fork: { index: 0, of: 2 } })
})

test('P1, P2 messages are protected and released; the opening never is', async () => {
  const { api } = server
  const id = await fill(server, ['One', 'Two'])
  await api.protect(id, 3, 'protect')
  const protections = (await api.entries(id)).entries.filter(({ type }) => type === 'protection')
  expect(protections).toMatchObject([{ action: 'protect' }])
  await expect(api.protect(id, 1, 'release')).rejects.toMatchObject({ code: 'not-allowed' })
  await expect(api.protect(id, 99, 'protect')).rejects.toMatchObject({ code: 'not-found' })
})
