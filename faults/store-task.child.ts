import { createHash, randomUUID } from 'node:crypto'
import { writeSync } from 'node:fs'
import { join } from 'node:path'
import { openEmbedded } from 'longhand/embedded'
import { openPostgres } from 'longhand/postgres'
import pg from 'pg'
import { LonghandError } from '../packages/longhand/src/core/errors.ts'
import { localOwner, type Storage, type Store } from '../packages/longhand/src/engine/ports/store.ts'
import { makeDirectory } from '../packages/longhand/src/stores/embedded/make-directory.ts'
import { migrate } from '../packages/longhand/src/stores/postgres/migrate.ts'
import { inTransaction } from '../packages/longhand/src/stores/postgres/open.ts'

// What a process does until it is killed. A line is written only when the storage has acknowledged; it reaches the
// pipe before anything else happens, so that the kill cannot swallow it.
const say = (line: string) => writeSync(1, `${line}\n`)

const tasks: Record<string, (...args: string[]) => Promise<void>> = {
  /** Appends messages of all sizes, with a checkpoint or a compaction now and then. */
  append: async (engine, target, conversation) => {
    const store = (await open(engine!, target!)).as(localOwner)
    await store.conversations.create({ id: conversation! })
    say('open')
    for (let at = 1; ; at++) {
      const id = randomUUID()
      const text = letters(at % 50 === 0 ? 60_000 : 300 + (at % 7) * 100)
      const message = { role: at % 2 === 0 ? 'assistant' : 'user', parts: [{ type: 'text', text }] } as const
      await store.entries.append(conversation!, [{ type: 'message', id, message, count: 10 }])
      say(`ack ${id} ${hash(text)}`)
      if (at % 9 === 0) await store.checkpoints.create(conversation!, { label: `after ${at}`, kind: 'automatic' })
      if (at % 12 === 0) await compact(store, conversation!)
    }
  },
  /** Only opens, to be killed while it does. */
  open: async (engine, target) => {
    const storage = await open(engine!, target!)
    say('open')
    await storage.close()
  },
  /** Makes a database without a copy of an empty one, to be killed while it does. */
  make: async target => {
    await makeDirectory(join(target!, 'pg18'), join(target!, 'none'))
    say('made')
  },
  /** Takes a compaction, waits while it is frozen, and tries to finish it. */
  zombie: async (target, conversation, leaseMs) => {
    const store = (await open('postgres', target!)).as(localOwner)
    const job = (await store.compactions.claim(conversation!, { worker: 'zombie', ms: Number(leaseMs) }))!
    say('claimed')
    await new Promise(resolve => setTimeout(resolve, Number(leaseMs) * 3))
    const { conversation: now } = await store.entries.branch(conversation!)
    const entry = folding(now.head.compaction === job.id ? null : now.head.compaction, job.span.to)
    say(`finish ${(await store.compactions.finish(job, entry, {})).type}`)
    process.exit()
  },
  /** Compacts and appends in a few conversations, against others who do the same. */
  race: async (target, ...conversations) => {
    const store = (await open('postgres', target!)).as(localOwner)
    say('open')
    for (let at = 0; ; at++) {
      const id = conversations[at % conversations.length]!
      await store.entries.append(id, [
        { type: 'message', id: randomUUID(), message: { role: 'user', parts: [] }, count: 1 },
      ])
      const done = await compact(store, id)
      if (done !== null) say(`done ${id} ${done}`)
    }
  },
  migrate: async target => {
    const pool = new pg.Pool({ connectionString: target! })
    say('open')
    await migrate(inTransaction(pool))
    say('migrated')
    await pool.end()
  },
}

const open = (engine: string, target: string): Promise<Storage> =>
  engine === 'embedded' ? openEmbedded(target) : openPostgres(target)

/** From request to commit, with a short lease; answers with the id of the compaction that counted. */
async function compact(store: Store, conversation: string): Promise<string | null> {
  const { head, epoch } = await store.conversations.get(conversation)
  if (head.depth < 4) return null
  const base = { place: { line: head.line, depth: head.depth }, compaction: head.compaction, epoch }
  await store.compactions.request(conversation, {
    id: randomUUID(),
    base,
    span: { from: 2, to: head.depth - 1 },
    plan: null,
  })
  const job = await store.compactions.claim(conversation, { worker: String(process.pid), ms: 300 })
  if (job === null) return null
  await store.compactions.draft(job, 'a text that was paid for')
  const finished = await store.compactions.finish(job, folding(job.base.compaction, job.span.to), {})
  return finished.type === 'done' ? job.id : null
}

const folding = (base: string | null, to: number) =>
  ({
    type: 'compaction',
    version: 1,
    base,
    edits: null,
    folds: [{ type: 'summary', span: { from: 2, to }, kept: [], text: 'Summary.', tag: 'summary', count: 2 }],
  }) as const

const letters = (length: number): string =>
  Array.from({ length: length / 10 }, () => randomUUID().slice(0, 10)).join('')

const hash = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16)

const [task, ...args] = process.argv.slice(2)
try {
  await tasks[task!]!(...args)
} catch (error) {
  say(`refused ${error instanceof LonghandError ? error.code : String(error)}`)
  process.exit(1)
}
