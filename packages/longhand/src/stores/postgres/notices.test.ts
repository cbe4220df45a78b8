import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { localOwner, type Notice, type Storage } from '../../engine/ports/store.ts'
import { hasPostgres, postgresForTests, type TestPostgres } from '../../testing/store-contract/postgres.ts'
import { said, talk } from '../../testing/store-contract/room.ts'
import { openPostgres } from './open.ts'

// Databases start slowly on a busy machine.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 180_000 })

describe.runIf(hasPostgres())('D4 W6 a change by one process is heard by the others', () => {
  let database: TestPostgres
  beforeAll(async () => {
    database = await postgresForTests()
  })
  afterAll(() => database?.close())

  async function heardBy(other: Storage): Promise<number> {
    const store = database.storage.as(localOwner)
    const { id } = await talk(store, 1)
    await new Promise(resolve => setTimeout(resolve, 700))
    const { promise, resolve } = Promise.withResolvers<Notice>()
    const end = other.subscribe(notice => {
      if (notice.type === 'changed' && notice.conversation === id) resolve(notice)
    })
    const before = performance.now()
    const { conversation } = await store.entries.append(id, [said('user', 'hello')])
    expect(await promise).toMatchObject({ owner: localOwner, version: conversation.version })
    end()
    return performance.now() - before
  }

  /** The quickest of three, because others use the machine too. */
  const quickest = async (other: Storage): Promise<number> =>
    Math.min(await heardBy(other), await heardBy(other), await heardBy(other))

  test('by listening, within a second', async () => {
    const other = await openPostgres(database.url)
    expect(await quickest(other)).toBeLessThan(1_000)
    await other.close()
  })

  test('through a pooler that cannot listen, by asking', async () => {
    const other = await openPostgres(database.url, { listenUrl: null })
    expect(await quickest(other)).toBeLessThan(3_000)
    await other.close()
  })
})
