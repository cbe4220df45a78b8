import { openMemory } from 'longhand/memory'
import { expect, test } from 'vitest'
import { fill } from '../testing/fill.ts'
import { start } from '../testing/start.ts'

const day = 24 * 60 * 60_000

test('D2 a deleted conversation is listed and comes back with all that belongs to it, for 30 days', async () => {
  let now = Date.parse('2026-11-16T12:00:00Z')
  const storage = openMemory({ now: () => now })
  const server = await start({ storage })
  const { api } = server
  const id = await fill(server, ['One'])
  await api.saveCheckpoint(id, 'half way')
  await api.writeMemory(id, 'What was learnt.')
  const before = [await api.entries(id), await api.view(id), await api.checkpoints(id)]
  await api.delete(id)
  await expect(api.conversation(id)).rejects.toMatchObject({ code: 'not-found' })
  expect(await api.memories()).toEqual([])
  now += 29 * day
  await storage.maintenance.sweep()
  expect(await api.deleted()).toEqual([
    { id, title: 'One', messages: 2, deletedAt: '2026-11-16T12:00:00.000Z', keptUntil: '2026-12-16T12:00:00.000Z' },
  ])
  expect(await api.undelete(id)).toMatchObject({ id, title: 'One', head: 2 })
  expect([await api.entries(id), await api.view(id), await api.checkpoints(id)]).toEqual(before)
  expect(await api.memories()).toMatchObject([{ conversation: id, text: 'What was learnt.' }])
  expect(await api.deleted()).toEqual([])
  await api.delete(id)
  now += 31 * day
  await storage.maintenance.sweep()
  expect(await api.deleted()).toEqual([])
  await expect(api.undelete(id)).rejects.toMatchObject({ code: 'not-found' })
  await server.close()
})

test('D2 what died with its project is not offered alone', async () => {
  const server = await start()
  const { api } = server
  const project = await api.createProject('Mill')
  const { id } = await api.create({ project: project.id })
  await api.delete(id)
  expect(await api.deleted()).toMatchObject([{ id }])
  await api.deleteProject(project.id)
  expect(await api.deleted()).toEqual([])
  await expect(api.undelete(id)).rejects.toMatchObject({ code: 'not-found' })
  await server.close()
})

test('H8.9 what was deleted can be erased at once and for ever, and what was not cannot', async () => {
  const storage = openMemory()
  const server = await start({ storage })
  const { api } = server
  const id = await fill(server, ['One'])
  await expect(api.erase(id)).rejects.toMatchObject({ code: 'conflict' })
  await api.delete(id)
  await api.erase(id)
  expect(await api.deleted()).toEqual([])
  for (const call of [api.undelete(id), api.erase(id), api.conversation(id)])
    await expect(call).rejects.toMatchObject({ code: 'not-found' })
  expect(await storage.maintenance.sizes()).toEqual([])
  await server.close()
})
