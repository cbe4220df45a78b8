import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openEmbedded } from 'longhand/embedded'
import { localOwner, type Storage, type Store } from 'longhand/internal/engine'
import { openPostgres } from 'longhand/postgres'
import pg from 'pg'
import { openEngine } from '../packages/longhand/src/stores/embedded/engine.ts'
import { hasPostgres, startServer } from '../packages/longhand/src/testing/store-contract/postgres.ts'
import { table } from '../scripts/table.ts'
import { type Filled, fill } from './store-fill.ts'

/** `npm run bench -- store`: what each operation takes in short and long conversations of a large database. */
export async function run(args: readonly string[]): Promise<void> {
  const options = { quick: { type: 'boolean' }, entries: { type: 'string' }, engine: { type: 'string' } } as const
  const { values } = parseArgs({ args: [...args], options })
  const entries = Number(values.entries ?? (values.quick ? 50_000 : 1_000_000))
  const engines = { embedded, ...(hasPostgres() ? { postgres } : {}) }
  for (const [name, open] of Object.entries(engines)) {
    if (values.engine !== undefined && values.engine !== name) continue
    const { storage, filled, close } = await open(entries)
    console.log(
      `\n${name}: ${total(filled).toLocaleString('en')} entries in ${filled.length.toLocaleString('en')} conversations\n`,
    )
    console.log(await measure(storage.as(localOwner), filled, values.quick ? 40 : 200))
    await storage.close()
    await close()
  }
}

type Opened = { readonly storage: Storage; readonly filled: readonly Filled[]; readonly close: () => Promise<void> }

async function embedded(entries: number): Promise<Opened> {
  const place = await mkdtemp(join(tmpdir(), 'longhand-bench-'))
  const engine = await openEngine(join(place, 'pg18'))
  const filled = await fill(text => engine.database.exec(text), localOwner, entries)
  await engine.close()
  return { storage: await openEmbedded(place), filled, close: () => rm(place, { recursive: true, force: true }) }
}

async function postgres(entries: number): Promise<Opened> {
  const server = await startServer(['fsync=on', 'shared_buffers=256MB', 'max_wal_size=2GB'])
  const client = new pg.Client({ connectionString: server.admin })
  await client.connect()
  const filled = await fill(text => client.query(text), localOwner, entries)
  await client.end()
  return { storage: await openPostgres(server.url), filled, close: () => server.stop() }
}

const total = (filled: readonly Filled[]): number => filled.reduce((sum, { messages }) => sum + messages + 1, 0)

/** A row per operation: p50 and p99 in milliseconds for a short, a long and the longest conversation, and their ratio. */
async function measure(store: Store, filled: readonly Filled[], times: number): Promise<string> {
  const longest = filled.toSorted((a, b) => b.messages - a.messages)[0]!
  const chosen = [
    filled.find(({ messages }) => messages === 1_000)!,
    filled.find(({ messages }) => messages === 10_000)!,
    longest,
  ]
  const rows = []
  for (const [name, operation] of Object.entries(operations)) {
    const found: Timing[] = []
    // Taking turns, so that whatever else the machine does disturbs all three alike.
    const samples = chosen.map((): number[] => [])
    for (let at = -10; at < times; at++) {
      for (const [which, conversation] of chosen.entries()) {
        const before = performance.now()
        await operation(store, conversation, at)
        if (at >= 0) samples[which]!.push(performance.now() - before)
      }
    }
    for (const each of samples) found.push(timing(each))
    const [short, long, huge] = found as [Timing, Timing, Timing]
    rows.push([name, show(short), show(long), show(huge), Number((huge.p50 / short.p50).toFixed(2))])
  }
  return table(
    [
      'p50 / p99 ms',
      ...chosen.map(({ messages }) => `${messages.toLocaleString('en')} messages`),
      'longest ÷ shortest',
    ],
    rows,
  )
}

type Operation = (store: Store, conversation: Filled, at: number) => Promise<unknown>

const operations: Readonly<Record<string, Operation>> = {
  'append two messages': (store, { id }) => store.entries.append(id, [said('user'), said('assistant')]),
  'read what the view needs (150 messages)': (store, { id }) => store.entries.branch(id),
  'last page of 50': (store, { id }) => store.entries.page(id, { limit: 50 }),
  'page of 50 in the middle': (store, { id, messages }) =>
    store.entries.page(id, { limit: 50, before: { number: Math.floor(messages / 2) } }),
  'totals of half of it': (store, { id, messages }) => store.entries.totals(id, { from: 1, to: messages / 2 }),
  'save a checkpoint': (store, { id }, at) => store.checkpoints.create(id, { label: `${at}`, kind: 'automatic' }),
  'compact: request, claim, commit': async (store, { id }) => {
    const { head, epoch } = await store.conversations.get(id)
    const base = { place: { line: head.line, depth: head.depth }, compaction: head.compaction, epoch }
    await store.compactions.request(id, { id: randomUUID(), base, span: { from: 2, to: head.depth - 150 }, plan: null })
    const job = await store.compactions.claim(id, { worker: 'bench', ms: 10_000 })
    await store.compactions.finish(job!, folding(head.compaction, head.depth - 150), {})
  },
  'fork in the middle, write, go back': async (store, { id, messages }) => {
    const { head } = await store.conversations.get(id)
    await store.branches.fork(id, { line: 1, depth: Math.floor(messages / 2) })
    await store.entries.append(id, [said('user')])
    await store.branches.move(id, head)
  },
  'list 50 conversations': store => store.conversations.list({ limit: 50 }),
  'search two words in it': (store, { id }) => store.entries.search('word17 word4711', { conversation: id }),
}

const said = (role: 'user' | 'assistant') =>
  ({
    type: 'message',
    id: randomUUID(),
    message: { role, parts: [{ type: 'text', text: 'What a fine day it is. '.repeat(20) }] },
    count: 100,
  }) as const

const folding = (base: string | null, to: number) =>
  ({
    type: 'compaction',
    version: 1,
    base,
    edits: null,
    folds: [{ type: 'summary', span: { from: 2, to }, kept: [], text: 'Summary.', tag: 'summary', count: 2 }],
  }) as const

type Timing = { readonly p50: number; readonly p99: number }

function timing(samples: readonly number[]): Timing {
  const sorted = samples.toSorted((a, b) => a - b)
  return { p50: sorted[Math.floor(sorted.length * 0.5)]!, p99: sorted[Math.floor(sorted.length * 0.99)]! }
}

const show = ({ p50, p99 }: Timing): string => `${p50.toFixed(2)} / ${p99.toFixed(1)}`
