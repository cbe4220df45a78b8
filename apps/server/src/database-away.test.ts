import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createApi } from 'longhand/client'
import { hasPostgres, runPostgres, startPostgresServer, type TestServer } from 'longhand/internal/testing'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createServer } from './create-server.ts'
import { chunksOf } from './testing/chunks.ts'

// Databases start slowly on a busy machine.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 180_000 })

const patience = { timeout: 60_000, interval: 50 }

describe.runIf(hasPostgres() && process.env.TEST_DATABASE_URL === undefined)('a Postgres that is away', () => {
  const folder = mkdtempSync(join(tmpdir(), 'longhand-away-'))
  const postgres: TestServer[] = []
  let url: string
  beforeAll(async () => {
    postgres.unshift(await startPostgresServer())
    ;({ url } = postgres[0]!)
    await postgres[0]!.crash()
  })
  afterAll(async () => {
    // The first one last: it removes the files that the others live on.
    for (const each of postgres) await each.stop()
    rmSync(folder, { recursive: true })
  })
  const comeBack = async () => {
    postgres.unshift(await runPostgres(postgres[0]!.directory, [`port=${new URL(url).port}`, 'fsync=off']))
  }
  const open = (database: string, progress = (_: string) => {}) =>
    createServer({ folder, database, hostname: '127.0.0.1', port: 0, variables: {}, databaseAway: 'wait', progress })

  test('H8.2 the server starts without it, says so, serves when it comes, and survives when it goes', async () => {
    const told: string[] = []
    const server = await open(url, sentence => told.push(sentence))
    const ready = () => fetch(`${server.url}/readyz`).then(({ status }) => status)
    const api = createApi({ base: server.url, headers: { authorization: `Bearer ${server.token}` } })
    try {
      expect(told).toEqual([
        'The database does not answer. Try again in a moment. The server starts, and waits for it.',
      ])
      expect((await fetch(`${server.url}/healthz`)).status).toBe(200)
      const answer = await fetch(`${server.url}/readyz`)
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '2'])
      expect(await answer.json()).toMatchObject({ sentence: 'The database does not answer. Try again in a moment.' })
      await expect(api.conversations()).rejects.toMatchObject({ code: 'store-unavailable' })
      await comeBack()
      await expect.poll(ready, patience).toBe(200)
      const { id } = await api.create()
      await chunksOf(await api.send(id, { clientId: 'm1', text: 'Hello' }, {}))
      await postgres[0]!.crash()
      await expect.poll(ready, patience).toBe(503)
      await comeBack()
      await expect.poll(ready, patience).toBe(200)
      await chunksOf(await api.send(id, { clientId: 'm2', text: 'Still there?' }, {}))
      expect((await api.entries(id)).entries).toHaveLength(4)
    } finally {
      await server.close()
    }
  })

  test('H8.2 a mistake in its address is told at once: waiting would not help', async () => {
    const misspelt = new URL(url)
    misspelt.pathname = '/misspelt'
    await expect(open(misspelt.href)).rejects.toMatchObject({
      code: 'store-unavailable',
      message: 'The database refuses the connection. Check its URL, user and password.',
    })
  })
})
