import pg from 'pg'
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

  test('also of a process that died before it announced it', async () => {
    const other = await openPostgres(database.url)
    const { id } = await talk(database.storage.as(localOwner), 1)
    const [heard, made] = [new Set<number>(), new Set<number>()]
    const end = other.subscribe(notice => {
      if (notice.type === 'changed' && notice.conversation === id) heard.add(notice.version)
    })
    const dead = new pg.Client({ connectionString: database.url })
    await dead.connect()
    const rename = `select longhand.update_conversation($1, $2, '{"title":"new"}', null) as answer`
    const change = async () => {
      made.add((await dead.query(rename, [localOwner, id])).rows[0].answer.version)
      return [...made].some(version => heard.has(version))
    }
    await expect.poll(change, { interval: 1_000, timeout: 60_000 }).toBe(true)
    end()
    await dead.end()
    await other.close()
  })

  test('whoever made it hears of it once, and before it is answered', async () => {
    const [store, other] = [database.storage.as(localOwner), await openPostgres(database.url)]
    const { id } = await talk(store, 1)
    const versions: number[] = []
    const end = database.storage.subscribe(notice => {
      if (notice.type === 'changed' && notice.conversation === id) versions.push(notice.version)
    })
    const changed: number[] = []
    const arrived = Promise.withResolvers<void>()
    const stop = other.subscribe(notice => {
      if (notice.type === 'changed' && notice.version === changed.at(-1)) arrived.resolve()
    })
    for (const title of ['one', 'two', 'three']) {
      changed.push((await store.conversations.update(id, { title })).version)
      expect(versions).toEqual(changed)
    }
    await arrived.promise
    // Announcements come in their order: after this one, its own have come back.
    changed.push((await other.as(localOwner).conversations.update(id, { title: 'four' })).version)
    await expect.poll(() => versions.at(-1), { timeout: 20_000 }).toBe(changed.at(-1))
    expect(versions).toEqual(changed)
    end()
    stop()
    await other.close()
  })
})
