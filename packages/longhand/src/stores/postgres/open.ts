import type pg from 'pg'
import type { RunTask } from '../../engine/long-work/run-task.ts'
import type { Storage } from '../../engine/ports/store.ts'
import { createNotifier } from '../notifier.ts'
import { createAnnouncer } from './announcer.ts'
import { loadDriver } from './driver.ts'
import { JsonParameter } from './json-parameter.ts'
import { listen } from './listen.ts'
import { parsedRows, typesWithLongJson } from './long-json.ts'
import { migrate, type Transaction } from './migrate.ts'
import { parseAddress } from './parse-address.ts'
import { poll } from './poll.ts'
import { prepareDatabase } from './prepare-database.ts'
import { storageOver } from './storage.ts'

/** How a Postgres store is opened. */
export type PostgresOptions = {
  /**
   * Where to listen for changes, when `url` is a pooler that cannot (Supabase: port 5432 instead of 6543).
   * With null, or a pooler in transaction mode and nothing else, it polls every half second instead.
   */
  readonly listenUrl?: string | null
  /** Connections held. Session poolers are small, so this is too. */
  readonly connections?: number
  /** How long a statement may take, 5 seconds by default; an explicit value also applies inside the database. */
  readonly timeoutMs?: number
  /** What to do when it does not answer at first: throw, or open and try again until it does. */
  readonly away?: 'fail' | 'wait'
  /** Whether to bring the schema up to date first. Leave it to `supabase db push` with `trust`. */
  readonly schema?: 'migrate' | 'trust'
  /** Parses long answers in threads; without it they block this process. */
  readonly runTask?: RunTask
}

/** A migration that is cut off begins again at the next start. */
const longestMigrationMs = 6 * 60 * 60 * 1000

/** How often to look for changes where listening is not possible. */
const pollMs = 500

/** How often to look for what a process changed that died before it announced it. */
const lookMs = 10_000

/** Opens the storage in a Postgres database: your own, or Supabase's. */
export async function openPostgres(url: string, options: PostgresOptions = {}): Promise<Storage> {
  const isPooler = isTransactionPooler(parseAddress(url))
  const { connections = 5, schema = 'migrate', listenUrl = isPooler ? null : url, runTask } = options
  const { timeoutMs } = options
  if (listenUrl !== null) parseAddress(listenUrl)
  const pg = await loadDriver()
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: 5_000,
    // A new connection plans every statement anew: the first turns on it take several times as long.
    idleTimeoutMillis: 300_000,
    // The server's own timeout does not fire when the server is frozen.
    query_timeout: timeoutMs ?? 5_000,
    ...(timeoutMs && { statement_timeout: timeoutMs }),
    keepAlive: true,
    application_name: 'longhand',
    ...(runTask && { types: typesWithLongJson(pg.types) }),
  })
  // A connection that breaks while idle is replaced at the next query; without this it would end the process.
  pool.on('error', () => {})
  const notifier = createNotifier()
  const announcer = createAnnouncer(pool)
  const prepare = async () => {
    if (schema === 'migrate') await migrate(inTransaction(pool))
    const onFailure = () => notifier.notify({ type: 'missed' })
    if (listenUrl === null) return poll(pool, notifier, { everyMs: pollMs, onFailure })
    const listening = await listen(listenUrl, notifier, announcer)
    const looking = poll(pool, notifier, { everyMs: lookMs })
    return { close: async () => void (await Promise.all([listening.close(), looking.close()])) }
  }
  const preparation = await prepareDatabase(prepare, options.away ?? 'fail').catch(async error => {
    await pool.end()
    throw error
  })
  return storageOver({
    engine: 'postgres',
    takesChunks: true,
    query: async (text, values) => {
      preparation.check()
      for (const value of values ?? []) if (value instanceof JsonParameter) await value.encode()
      const { rows } = await pool.query(text, values)
      return { rows: (runTask === undefined ? rows : await parsedRows(rows, runTask)) as never }
    },
    announce: change => {
      notifier.notify({ type: 'changed', ...change })
      announcer.announce(change)
    },
    subscribe: notifier.subscribe,
    close: async () => {
      await announcer.close()
      await preparation.close()
      await pool.end()
    },
  })
}

/** A pooler in transaction mode gives every statement another connection: it cannot be used to listen. */
const isTransactionPooler = ({ port }: URL): boolean => port === '6543'

export const inTransaction =
  (pool: pg.Pool): Transaction =>
  async work => {
    const client = await pool.connect()
    // A break between two queries shows at the next one.
    client.on('error', () => {})
    try {
      // A migration that writes every row anew takes longer than a statement of a request.
      await client.query(`begin; set local statement_timeout = ${longestMigrationMs}`)
      const query = (text: string, values?: unknown[]) => client.query(text, values) as never
      const result = await work({
        query,
        exec: text => client.query({ text, query_timeout: longestMigrationMs } as never),
      })
      await client.query('commit')
      client.release()
      return result
    } catch (error) {
      // Closing the connection rolls back, even when the server no longer answers.
      client.release(true)
      throw error
    }
  }
