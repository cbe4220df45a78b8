import pg from 'pg'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { textOf } from '../../core/message.ts'
import type { Generate } from '../../engine/ports/chat-model.ts'
import { systemClock } from '../../engine/ports/clock.ts'
import { runRecovery } from '../../engine/turn/recovery.ts'
import { hasPostgres, run, startServer, type TestServer } from '../../testing/store-contract/postgres.ts'
import { openTestEngine, say } from '../../testing/test-engine.ts'
import { openPostgres } from './open.ts'

// Databases start slowly on a busy machine.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 180_000 })

const whole = 'All of the answer.'

/** Says everything, then lets something happen before it ends. */
const speaker = (ending: () => Promise<unknown>): Generate =>
  async function* () {
    const parts = [{ type: 'text', text: whole }] as const
    yield { type: 'chunk', chunk: { type: 'text-delta', id: '1', delta: whole }, parts: () => parts }
    await ending()
    yield { type: 'end', messages: [{ role: 'assistant', parts }], finish: 'stop', usage: null }
  }

describe.runIf(hasPostgres() && process.env.TEST_DATABASE_URL === undefined)(
  'F5 an answer that ends as a real Postgres fails is stored when it is back',
  () => {
    const closing: (() => Promise<unknown>)[] = []
    afterEach(async () => {
      for (const close of closing.splice(0)) await close()
    })

    /** How the database fails, and what brings it back. */
    const failures: Record<string, (server: TestServer) => Promise<() => Promise<unknown>>> = {
      'it crashes and is started again': async server => {
        await server.crash()
        return async () => {
          const again = await run(server.directory, [`port=${new URL(server.url).port}`, 'fsync=off'])
          // Stopped first, for it lives on the files that the other removes.
          closing.unshift(() => again.stop())
        }
      },
      'its connections are ended and no others are let in': async server => {
        await sql(server, 'alter role longhand connection limit 0')
        await sql(server, `select pg_terminate_backend(pid) from pg_stat_activity where usename = 'longhand'`)
        return () => sql(server, 'alter role longhand connection limit -1')
      },
      'it takes no writes': async server => {
        const set = async (value: string) => {
          await sql(server, `alter system set default_transaction_read_only = ${value}`)
          await sql(server, 'select pg_reload_conf()')
        }
        await set('on')
        return () => set('off')
      },
    }

    test.each(Object.entries(failures))('%s', async (_, fail) => {
      const server = await startServer()
      const storage = await openPostgres(server.url)
      closing.push(() => storage.close(), server.stop)
      let isBack: Promise<unknown> = Promise.resolve()
      const ending = async () => {
        const back = await fail(server)
        isBack = new Promise(resolve => setTimeout(() => resolve(back()), 2_500))
        await new Promise(resolve => setTimeout(resolve, 200))
      }
      const it = await openTestEngine({ storage, generate: speaker(ending), clock: systemClock })
      const over = new AbortController()
      const watching = runRecovery(it.engine, over.signal)
      const chunks = await say(it, 'Hello')
      over.abort()
      await watching
      await isBack
      const { entries } = await it.scope.store.entries.page(it.scope.conversation, { limit: 9 })
      expect(entries.map(({ entry }) => entry.type === 'message' && textOf(entry.message))).toEqual(['Hello', whole])
      expect(entries[1]!.about).not.toHaveProperty('ending')
      expect(chunks.filter(({ type }) => type === 'error')).toEqual([])
      expect(chunks.filter(({ type }) => type === 'data-warning')).toHaveLength(2)
    })
  },
)

async function sql(server: TestServer, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: server.admin })
  client.on('error', () => {})
  await client.connect()
  await client.query(text).finally(() => client.end())
}
