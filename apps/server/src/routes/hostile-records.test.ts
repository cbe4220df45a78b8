import { localOwner } from 'longhand/internal/engine'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { chunksOf } from '../testing/chunks.ts'
import { ask, fill } from '../testing/fill.ts'
import { bring, type StorageRoom, transferStorages, withHashes } from '../testing/import-room.ts'
import { type Started, start } from '../testing/start.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 180_000 })

describe.each(Object.entries(transferStorages))('records of an export, on %s', (_, openStorage) => {
  let room: StorageRoom
  let server: Started
  let id: string
  let lines: readonly string[]
  beforeAll(async () => {
    room = await openStorage()
    server = await start({
      storage: { ...room.storage, close: async () => {} },
      ...{ window: 8_000, policy: { keep: { by: 'messages', amount: 2 } } },
    })
    id = await fill(
      server,
      Array.from({ length: 8 }, (_, at) => `The price of item ${at} is ${at}00 euros. `.repeat(8)),
    )
    await server.api.compact(id, { force: true, text: '## Goal\nTo price things.' })
    await server.api.saveCheckpoint(id, 'Here')
    const exported = await ask(server, 'GET', `/api/conversations/${id}/export?format=json`)
    lines = (await exported.text()).trimEnd().split('\n')
    await forget()
  })
  afterAll(async () => {
    await server.close()
    await room.close()
  })

  const forget = () => room.storage.as(localOwner).conversations.purge(id)

  /** The export with other lines in the place of those of a type. */
  const changed = (type: string, change: (record: Changed) => readonly unknown[]): string =>
    withHashes(
      lines.flatMap(line => {
        const record = JSON.parse(line)
        return record.type === type ? change(record).map(one => JSON.stringify(one)) : [line]
      }),
    )

  test.each([[null], [5], ['x'], [{}], [[]], [{ ask: null }], [{ ask: 'x' }]])(
    'F6 a compaction whose plan is %j keeps nobody from condensing, stopping or answering',
    async plan => {
      const body = changed('compaction', ({ compaction, ...rest }) => [
        { ...rest, compaction: { ...(compaction as object), plan, at: 1, endedAt: 1 } },
      ])
      const brought = await bring(server, body)
      expect([brought.status, await brought.json()]).toMatchObject([201, { conversations: 1 }])
      for (const clientId of ['n1', 'n2', 'n3', 'n4'])
        await chunksOf(await server.api.send(id, { clientId, text: 'What about the others? '.repeat(30) }, {}))
      const compacted = await server.api.compact(id, { force: true, text: '## Goal\nTo price them.' })
      expect(compacted).toMatchObject({ type: 'completed' })
      expect((await ask(server, 'POST', `/api/conversations/${id}/stop`, {})).status).toBe(204)
      await forget()
    },
  )

  const twice = (record: Changed) => [record, record]
  test.each<readonly [string, string, (record: Changed) => readonly unknown[]]>([
    ['a checkpoint that was not counted', 'conversation', record => [{ ...record, checkpoints: 0 }]],
    ['more checkpoints than there can be', 'conversation', record => [{ ...record, checkpoints: 2_000_000_000 }]],
    ['a checkpoint twice', 'checkpoint', twice],
    ['a compaction twice', 'compaction', twice],
    ['a turn twice', 'turn', twice],
    ['two memories', 'checkpoint', record => [record, ...[1, 2].map(at => ({ type: 'memory', text: 'x', at }))]],
    ['an end that is not the end', 'end', twice],
    ['something after the end', 'end', record => [record, { type: 'longhand', format: 1 }]],
    ['something long after the end', 'end', record => [record, ...Array(500).fill({ type: 'longhand', format: 1 })]],
  ])('D6 an export with %s is refused, and nothing of it comes in', async (_, type, change) => {
    const answer = await bring(server, changed(type, change))
    expect([answer.status, await answer.json()]).toMatchObject([
      400,
      { sentence: expect.stringMatching(/^Line \d+ of the export cannot.* Nothing of it was imported\.$/) },
    ])
    expect(await server.api.conversations()).toEqual([])
  })
})

type Changed = Readonly<Record<string, unknown>>
