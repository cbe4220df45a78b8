import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type { Storage } from 'longhand/internal/engine'
import { openPostgres } from 'longhand/postgres'
import pg from 'pg'
import { startServer } from '../packages/longhand/src/testing/store-contract/postgres.ts'
import { table } from '../scripts/table.ts'
import { migrateInParts, partitions } from './scale-layout.ts'

const perOwner = 100

/** `npm run bench -- scale`: what operations take as conversations of many owners pile up, in one table each and in parts by owner. */
export async function run(args: readonly string[]): Promise<void> {
  const options = {
    conversations: { type: 'string', default: '10000,100000,300000' },
    layout: { type: 'string', default: 'whole,parts' },
  } as const
  const { values } = parseArgs({ args: [...args], options })
  const sizes = values.conversations.split(',').map(Number)
  const chosen = layouts.filter(layout => values.layout.split(',').includes(layout))
  const server = await startServer([
    'shared_buffers=256MB',
    'max_wal_size=4GB',
    'fsync=off',
    'max_locks_per_transaction=1024',
  ])
  try {
    for (const layout of chosen) await measureLayout(server, layout, sizes)
  } finally {
    await server.stop()
  }
}

const layouts = ['whole', 'parts'] as const

type Layout = (typeof layouts)[number]

/** Fills a database step by step, and prints a column for each size. */
async function measureLayout(server: { url: string; admin: string }, layout: Layout, sizes: readonly number[]) {
  const { url, admin, close } = await openDatabase(server, layout)
  const storage = await openPostgres(url, { timeoutMs: 120_000, schema: layout === 'whole' ? 'migrate' : 'trust' })
  const columns: Measured[] = []
  for (const [at, size] of sizes.entries()) {
    await fill(admin, sizes[at - 1] ?? 0, size)
    columns.push(await measure(admin, storage))
  }
  await storage.close()
  const parts = layout === 'parts' ? await partsTouched(admin, url) : null
  await close()
  const heads = sizes.map(size => size.toLocaleString('en'))
  const names = Object.keys(operations)
  console.log(
    `\n${layout === 'whole' ? 'One table each' : `Each table in ${partitions} parts by owner`}; ${perOwner} conversations of two messages for each owner\n`,
  )
  const rows = names.map(name => [name, ...columns.map(({ times }) => times[name]!), ...(parts ? [parts[name]!] : [])])
  console.log(table(['p50 ms of 40, by conversations', ...heads, ...(parts ? ['parts touched'] : [])], rows))
  console.log(
    table(
      ['', ...heads],
      [
        [`of ${2 * perOwner} own messages with a word that all have, found`, ...columns.map(({ found }) => found)],
        [`of ${perOwner} own conversations with it, listed`, ...columns.map(({ listed }) => listed)],
        ['on disk, GB', ...columns.map(({ gigabytes }) => gigabytes)],
      ],
    ),
  )
}

async function openDatabase(server: { url: string; admin: string }, layout: Layout) {
  const at = (url: string) => (layout === 'whole' ? url : url.replace(/longhand$/, 'parts'))
  if (layout === 'parts') {
    const first = new pg.Client({ connectionString: server.admin })
    await first.connect()
    await first.query('create database parts owner longhand template template0')
    await first.end()
  }
  const admin = new pg.Client({ connectionString: at(server.admin) })
  await admin.connect()
  if (layout === 'parts') {
    const login = new pg.Pool({ connectionString: at(server.url) })
    await migrateInParts(login, admin)
    await login.end()
  }
  return { url: at(server.url), admin, close: () => admin.end() }
}

type Measured = {
  readonly times: Readonly<Record<string, number>>
  readonly found: number
  readonly listed: number
  readonly gigabytes: number
}

const ownerOf = (number: number): string => `00000000-0000-4000-9000-${String(number).padStart(12, '0')}`
const idOf = (number: number): string => `00000000-0000-4000-a000-${String(number).padStart(12, '0')}`

/** Written by the database itself. What is written is right by construction, so references are not checked. */
async function fill(admin: pg.Client, from: number, to: number): Promise<void> {
  await admin.query('set session_replication_role = replica; set synchronous_commit = off')
  const key = (kind: string, number: string) =>
    `('00000000-0000-4000-${kind}000-' || lpad((${number})::text, 12, '0'))::uuid`
  const [id, owner] = [key('a', 'n'), key('9', `n / ${perOwner}`)]
  for (let at = from; at < to; at += 25_000) {
    const some = `generate_series(${at}, ${Math.min(to, at + 25_000) - 1}) n`
    await admin.query(`
      insert into longhand.conversations (id, owner, kind, title, settings, line, depth, entry, number, turns, tokens, preview_role, preview, lines, bytes, created_at, updated_at)
      select ${id}, ${owner}, 'chat', 'About ' || n, '{}', 1, 2, 'm2', 2, 1, 200, 'assistant', 'hello', 1, 900, longhand.clock() - n * interval '1 second', longhand.clock() - n * interval '1 second' from ${some};
      insert into longhand.lines select ${id}, 1, ${owner}, null, 0, 2, longhand.clock() from ${some};
      insert into longhand.segments select ${id}, 1, 1, 2147483647, 1, ${owner} from ${some};
      insert into longhand.entries (conversation, line, depth, owner, id, type, number, turns, sum, tokens, role, preview, body, at)
      select ${id}, 1, d, ${owner}, 'm' || d, 'message', d, 1, d * 100, 100, case d when 1 then 'user' else 'assistant' end, 'hello',
        json_build_object('role', case d when 1 then 'user' else 'assistant' end, 'parts', json_build_array(json_build_object('type', 'text', 'text', 'common ' || repeat('rare' || n % 20000 || ' ', 40)))), longhand.clock()
      from ${some}, generate_series(1, 2) d;
      insert into longhand.words select ${id}, 1, d, ${owner}, longhand.marked(${owner}, to_tsvector('simple', 'common rare' || n % 20000)) from ${some}, generate_series(1, 2) d`)
  }
  await admin.query('vacuum analyze')
}

async function measure(admin: pg.Client, storage: Storage): Promise<Measured> {
  const { rows } = await admin.query<{ n: number; bytes: string }>(
    'select count(*)::int as n, pg_database_size(current_database()) as bytes from longhand.conversations',
  )
  const [{ n: conversations, bytes }] = rows as [{ n: number; bytes: string }]
  const times: Record<string, number> = {}
  for (const [name, work] of Object.entries(operations)) {
    const taken: number[] = []
    for (let at = -5; at < 40; at++) {
      // Someone else each time: nothing is warm but what everyone uses.
      const number = Math.floor(Math.random() * conversations)
      const before = performance.now()
      await work(storage, ownerOf(Math.floor(number / perOwner)), number)
      if (at >= 0) taken.push(performance.now() - before)
      // What takes long is measured a few times.
      if (at >= 3 && performance.now() - before > 500) break
    }
    times[name] = Number(taken.toSorted((a, b) => a - b)[Math.floor(taken.length / 2)]!.toPrecision(3))
  }
  const { found, listed } = await foundShare(storage, conversations)
  return { times, found, listed, gigabytes: Number((Number(bytes) / 1e9).toFixed(2)) }
}

/** How many of an owner's 200 messages and 100 conversations a search for a frequent word finds, in the mean of ten owners. */
async function foundShare(storage: Storage, conversations: number) {
  let [found, listed] = [0, 0]
  for (let at = 0; at < 10; at++) {
    const owner = ownerOf(Math.floor((Math.random() * conversations) / perOwner))
    found += (await storage.as(owner).entries.search('common', { limit: 1_000 })).length
    listed += (await storage.as(owner).conversations.list({ search: 'common', limit: 1_000 })).conversations.length
  }
  return { found: found / 10, listed: listed / 10 }
}

/** In how many parts of a table an operation has looked; of the table where it has looked in most. */
async function partsTouched(admin: pg.Client, url: string): Promise<Readonly<Record<string, number>>> {
  // Connections that are closing still tell what they have done.
  const others = `select from pg_stat_activity where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()`
  while ((await admin.query(others)).rowCount !== 0) await pause(50)
  const storage = await openPostgres(url, { connections: 1, schema: 'trust' })
  const scans = async () => {
    // A connection tells what it has done at the end of a transaction, if the last time was a second ago.
    await pause(1_100)
    await storage.check()
    const { rows } = await admin.query<{ name: string; scans: string }>(
      `select relname as name, coalesce(seq_scan, 0) + coalesce(idx_scan, 0) as scans
       from pg_stat_user_tables where schemaname = 'longhand' and relname ~ '_\\d+$'`,
    )
    return new Map(rows.map(({ name, scans }) => [name, Number(scans)]))
  }
  const touched: Record<string, number> = {}
  for (const [name, work] of Object.entries(operations)) {
    const before = await scans()
    await work(storage, ownerOf(7), 7 * perOwner)
    const after = await scans()
    const parts = [...after].filter(([part, count]) => count > before.get(part)!).map(([part]) => part)
    const tables = Map.groupBy(parts, part => part.replace(/_\d+$/, ''))
    touched[name] = Math.max(0, ...[...tables.values()].map(({ length }) => length))
  }
  await storage.close()
  return touched
}

type Operation = (storage: Storage, owner: string, number: number) => Promise<unknown>

const lease = { worker: 'bench', ms: 30_000 }

const operations: Readonly<Record<string, Operation>> = {
  'list 50 conversations': (storage, owner) => storage.as(owner).conversations.list({ limit: 50 }),
  'read what the view needs': (storage, owner, number) => storage.as(owner).entries.branch(idOf(number)),
  'start and end a turn': async (storage, owner, number) => {
    const { turns } = storage.as(owner)
    const id = randomUUID()
    const message = { role: 'user', parts: [{ type: 'text', text: 'And now?' }] } as const
    const opening = { type: 'say', entries: [{ type: 'message', id, message, count: 3 }] } as const
    const started = await turns.start(idOf(number), { id, opening }, lease)
    if (started.type === 'started') await turns.finish({ conversation: idOf(number), id, attempt: 1 }, 'done')
  },
  'search a rare word': (storage, owner, number) => storage.as(owner).entries.search(`rare${number % 20_000}`),
  'search a word that all have': (storage, owner) => storage.as(owner).entries.search('common'),
  'search the beginning of a word that all have': (storage, owner) => storage.as(owner).entries.search('comm'),
  'search the beginning of rare words': (storage, owner, number) =>
    storage.as(owner).entries.search(`rare${number % 20_000}`.slice(0, -1)),
  'list conversations with a word that all have': (storage, owner) =>
    storage.as(owner).conversations.list({ search: 'common', limit: 50 }),
  'take an allowance, storage measured': (storage, owner) =>
    storage.as(owner).allowances.take({ name: 'turn', everyMs: 1, maxAheadMs: 1_000, storage: 'measured' }),
  'all owners: look for the work of the dead': storage => storage.maintenance.claimTurn(lease),
  'all owners: sweep, every hour': storage => storage.maintenance.sweep(),
  'all owners: sizes for the metrics': storage => storage.maintenance.sizes(),
}
