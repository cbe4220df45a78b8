import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { RunTask } from '../../engine/long-work/run-task.ts'
import { localOwner, type Storage } from '../../engine/ports/store.ts'
import { hasPostgres, startServer, type TestServer } from '../../testing/store-contract/postgres.ts'
import { runTask } from '../../threads/run-task.ts'
import { openPostgres } from './open.ts'

// Databases start slowly on a busy machine.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 180_000 })

describe.runIf(hasPostgres() && process.env.TEST_DATABASE_URL === undefined)('long answers of a real Postgres', () => {
  let server: TestServer
  let storage: Storage
  const tasks: string[] = []
  const counting: RunTask = (name, input) => {
    tasks.push(name)
    return runTask(name, input)
  }
  beforeAll(async () => {
    server = await startServer()
    storage = await openPostgres(server.url, { runTask: counting })
  })
  afterAll(async () => {
    await storage.close()
    await server.stop()
  })

  test('F7 are parsed by threads, and are what was stored', async () => {
    const store = storage.as(localOwner)
    const conversation = crypto.randomUUID()
    await store.conversations.create({ id: conversation })
    const text = 'He said "no" \\ and left.\n'.repeat(40_000)
    const message = { role: 'user', parts: [{ type: 'text', text }] } as const
    await store.entries.append(conversation, [{ id: 'm1', type: 'message', message, count: 1 }])
    expect(tasks).toEqual([])
    const parse = vi.spyOn(JSON, 'parse')
    const { branch } = await store.entries.branch(conversation)
    const parsedHere = parse.mock.calls.map(([given]) => given.length)
    parse.mockRestore()
    expect(tasks).toEqual(['parseJson'])
    expect(Math.max(0, ...parsedHere)).toBeLessThan(100_000)
    expect(branch[0]).toMatchObject({ message })
  })
})
