import { openMemory } from 'longhand/memory'
import { expect, test } from 'vitest'
import { ask, fill } from '../testing/fill.ts'
import { start } from '../testing/start.ts'

test('K7 after a clean end nothing is offered; after an abnormal one it is, until it is dismissed', async () => {
  let now = Date.now()
  const storage = { ...openMemory({ now: () => now }), close: async () => {} }
  const first = await start({ storage })
  const id = await fill(first, ['One'])
  await first.api.attach(id)
  await first.close()
  const second = await start({ storage })
  now += 60_000
  expect(await second.api.recovery()).toEqual([])

  await second.api.saveCheckpoint(id, 'One said')
  const { id: run } = await second.api.attach(id)
  await second.api.heartbeat(run)
  now += 60_000
  expect(await second.api.recovery()).toMatchObject([
    {
      run,
      conversation: id,
      title: 'One',
      checkpoint: expect.any(String),
      label: 'One said',
      number: 2,
      preview: 'Fine.',
    },
  ])
  await second.api.dismissRecovery()
  expect(await second.api.recovery()).toEqual([])
  await expect(second.api.heartbeat(run)).rejects.toMatchObject({ code: 'not-found' })
  await second.close()
})

test('K7 a tab that closes says goodbye without a body', async () => {
  const server = await start()
  const id = await fill(server, ['One'])
  const { id: run } = await server.api.attach(id)
  const headers = { authorization: `Bearer ${server.token}` }
  expect((await fetch(server.api.leavePath(run), { method: 'POST', headers })).status).toBe(204)
  expect((await ask(server, 'POST', `/api/runs/${run}/heartbeat`, {})).status).toBe(404)
  await server.close()
})
