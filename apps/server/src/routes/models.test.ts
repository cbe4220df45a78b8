import { localOwner, type Storage } from 'longhand/internal/engine'
import { hasPostgres, postgresForTests } from 'longhand/internal/testing'
import { meter } from 'longhand/internal/tokens'
import { openMemory } from 'longhand/memory'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ask, fill } from '../testing/fill.ts'
import { type Started, start } from '../testing/start.ts'

const storages = {
  memory: async () => ({ storage: openMemory(), close: async () => {} }),
  ...(hasPostgres() ? { Postgres: () => postgresForTests() } : {}),
}

describe.each(Object.entries(storages))('what was learnt about models, on %s', (_, openStorage) => {
  let room: { readonly storage: Storage; readonly close: () => Promise<void> }
  let server: Started
  beforeAll(async () => {
    room = await openStorage()
    // The room closes its storage itself.
    server = await start({ storage: { ...room.storage, close: async () => {} }, meter })
  }, 120_000)
  afterAll(async () => {
    await server.close()
    await room.close()
  })

  test('T3 it is listed, and forgotten when someone asks for that', async () => {
    const { calibrations } = room.storage.as(localOwner)
    await calibrations.put('local/x', meter.limit(null, 8_192))
    await calibrations.put('local/y', { real: -1, counted: 'much', limit: 1e300, base: { real: null } })
    expect(await server.api.calibrations()).toMatchObject([
      { model: 'local/x', ratio: 1.15, window: 8_192 },
      { model: 'local/y', ratio: 1.15, window: null },
    ])
    await server.api.forgetCalibration('local/x')
    expect(await server.api.calibrations()).toMatchObject([{ model: 'local/y' }])
    expect((await ask(server, 'DELETE', '/api/calibrations')).status).toBe(400)
  })

  test('T3 a poisoned state of a model does not keep anyone from using it', async () => {
    const { calibrations } = room.storage.as(localOwner)
    await calibrations.put('scripted', {
      real: 5,
      counted: -1_000_000_000,
      limit: 1,
      base: { counted: 0, real: 1e12, beside: 0 },
    })
    const id = await fill(server, ['Hello', 'Are you there?'])
    const { status } = await server.api.conversation(id)
    expect(status).toMatchObject({ window: 100_000, level: 'green' })
    expect(status.used).toBeGreaterThan(0)
    expect(status.used).toBeLessThan(100)
  })
})
