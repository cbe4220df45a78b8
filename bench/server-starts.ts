import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startTarget, type Target, type TargetOptions } from '../faults/http-target.ts'
import { emptyDatabaseFile } from '../packages/longhand/src/stores/embedded/empty-database.ts'
import { writeEmptyDatabase } from '../packages/longhand/src/stores/embedded/write-empty-database.ts'
import { startServer } from '../packages/longhand/src/testing/store-contract/postgres.ts'
import { type Cell, table } from '../scripts/table.ts'
import { exchange, sendBody } from './server-load.ts'
import { textAt, transcriptOf } from './server-texts.ts'

export type StartOptions = {
  readonly variables: Readonly<Record<string, string>>
  /** Messages that are there at the later starts. */
  readonly messages: number
  readonly rounds: number
}

/** How long the server takes until it takes requests: on nothing, on data that is there, and after a kill amid eight turns. */
export async function startTable(stores: readonly string[], options: StartOptions): Promise<string> {
  const rows: Cell[][] = []
  // As `npm start` and the packed app have it.
  await writeEmptyDatabase(emptyDatabaseFile)
  for (const store of stores) rows.push(await startsOf(store, options))
  const head = [
    'server ready',
    'first start',
    `later, ${options.messages.toLocaleString('en')} messages`,
    'after kill -9',
  ]
  return `${table(head, rows)}\n\np50 and longest of ${options.rounds}, from the start of the process to a good answer of /readyz.`
}

async function startsOf(store: string, { variables, messages, rounds }: StartOptions): Promise<Cell[]> {
  const times: [number[], number[], number[]] = [[], [], []]
  for (let round = 0; round < rounds; round++) {
    const folder = await mkdtemp(join(tmpdir(), 'longhand-starts-'))
    const postgres = store === 'Postgres' ? await emptyServer() : null
    const options: TargetOptions = { database: postgres?.url ?? null, folder, variables }
    const first = await ready(options)
    const { url, token } = first.target
    await sendBody(`${url}/api/import`, { token, body: transcriptOf(messages) })
    await first.target.close()
    const later = await ready(options)
    await crashAmidTurns(later.target)
    const again = await ready(options)
    await again.target.close()
    for (const [which, { ms }] of [first, later, again].entries()) times[which]!.push(ms)
    await postgres?.stop()
    await rm(folder, { recursive: true, force: true })
  }
  return [store, ...times.map(shown)]
}

const shown = (times: readonly number[]): string => {
  const sorted = times.toSorted((a, b) => a - b)
  const [p50, longest] = [sorted[Math.floor(sorted.length / 2)]!, sorted.at(-1)!]
  return `${(p50 / 1000).toFixed(2)} s, ${(longest / 1000).toFixed(2)} s`
}

/** A database without our schema. */
async function emptyServer() {
  const server = await startServer(['fsync=on'])
  const client = new pg.Client({ connectionString: server.admin })
  await client.connect()
  await client.query('drop schema longhand cascade; drop schema supabase_migrations cascade')
  await client.end()
  return server
}

async function ready(options: TargetOptions): Promise<{ readonly target: Target; readonly ms: number }> {
  const from = performance.now()
  const target = await startTarget(options)
  while ((await fetch(`${target.url}/readyz`)).status !== 200);
  return { target, ms: performance.now() - from }
}

async function crashAmidTurns(target: Target): Promise<void> {
  const { url, token } = target
  const answered = Promise.withResolvers<void>()
  let taken = 0
  const drive = async () => {
    const { id } = JSON.parse(await exchange(`${url}/api/conversations`, token, {}))
    for (;;) {
      await exchange(`${url}/api/conversations/${id}/messages`, token, {
        clientId: crypto.randomUUID(),
        text: textAt(1),
      })
      if (++taken === 200) answered.resolve()
    }
  }
  // They fail when the server dies, as they must.
  const lanes = Array.from({ length: 8 }, () => drive().catch(() => null))
  await answered.promise
  await target.crash()
  await Promise.all(lanes)
}
