import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { localOwner } from '../../engine/ports/store.ts'
import { hasPostgres, postgresForTests, type TestPostgres } from '../../testing/store-contract/postgres.ts'
import { lease, said, talk } from '../../testing/store-contract/room.ts'

// Databases start slowly on a busy machine.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 180_000 })

describe.runIf(hasPostgres())('N5 turns of one owner end beside each other', () => {
  let database: TestPostgres
  beforeAll(async () => {
    database = await postgresForTests()
  })
  afterAll(() => database?.close())

  test('what another turn is learning about the same model is not waited for', async () => {
    const store = database.storage.as(localOwner)
    const learnt = (ratio: number) => ({ model: 'a/model', state: { ratio } })
    const answered = async (ratio: number) => {
      const { id } = await talk(store, 1)
      const opening = { type: 'say', entries: [said('user', 'hello', 'u')] } as const
      const start = await store.turns.start(id, { id: 'u', opening }, lease)
      if (start.type !== 'started') throw new Error(start.type)
      const entries = [said('assistant', 'yes', 's')]
      const end = await store.turns.finish(start.turn, 'done', { entries, after: 'u', learnt: learnt(ratio) })
      return end?.turn.status
    }
    expect(await answered(1)).toBe('done')
    const other = new pg.Client({ connectionString: database.admin })
    await other.connect()
    await other.query('begin')
    await other.query(`update longhand.states set state = '{"ratio":2}' where kind = 'calibration'`)
    expect(await answered(3)).toBe('done')
    await other.query('commit')
    await other.end()
    expect(await store.calibrations.get('a/model')).toEqual({ ratio: 2 })
    expect(await answered(4)).toBe('done')
    expect(await store.calibrations.get('a/model')).toEqual({ ratio: 4 })
  })
})
