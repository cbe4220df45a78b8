import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Storage } from '../../engine/ports/store.ts'
import { secondsByHand } from '../../testing/store-contract/by-hand.ts'
import { roomIn } from '../../testing/store-contract/database.ts'
import { hasPostgres, postgresForTests, type TestPostgres } from '../../testing/store-contract/postgres.ts'
import { storeContract } from '../../testing/store-contract/store-contract.ts'
import { migrate } from './migrate.ts'
import { migrations } from './migrations.ts'
import { inTransaction, openPostgres } from './open.ts'

// Databases start slowly on a busy machine.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 180_000 })

/** A guard of the schema, how to take it away, and the rule of the contract that must notice. */
const mutants = [
  ['the fence of a compaction', /and attempt = p_attempt; -- the fence/, ';', 'the fence'],
  [
    'the fence of a turn',
    /and attempt = p_attempt -- the fence\n {2}returning \* into t;\n {2}if not found/,
    'returning * into t;\n  if not found',
    'its writer is fenced off',
  ],
  [
    'the fence of a step',
    /and attempt = p_attempt -- the fence(?=[^;]*;\n {2}if not found then return null; end if;\n[^;]*p_after, 'stays')/,
    '',
    'unless the fence has fallen',
  ],
  [
    "the place of a turn's message",
    'if p_opening is not null then',
    'if false then',
    'starts together with its message',
  ],
  [
    'the look for the message of a turn that ended',
    'and longhand.is_stored(p_conversation, p_opening->',
    'and (true or p_opening ? ',
    'begins again with it',
  ],
  [
    'the compare-and-set',
    /if not longhand\.still_holds\(c, j\.base, j\.epoch, j\.line, j\.span\) then -- the compare-and-set/,
    'if false then',
    'protecting inside the span',
  ],
  [
    'the base of the compare-and-set',
    /longhand\.texts_of\(c\.id, c\.compaction\) = .* end -- the texts in force/,
    'true end',
    '(compare-and-set)',
  ],
  ['the epoch of the compare-and-set', 'c.epoch = p_epoch and', '', 'protecting inside the span'],
  [
    'the branch of the compare-and-set',
    /and longhand\.source_of\(c\.id, c\.line, upper\(p_span\) - 1\) = longhand\.source_of\(c\.id, p_line, upper\(p_span\) - 1\)/,
    '',
    'going back into the span',
  ],
  ['the lock of a conversation', 'and not importing for update;', 'and not importing;', 'fifty at once'],
  ['the check for repeated ids', 'if v_known then', 'if false then', 'never writes twice'],
  [
    'the end of a lease',
    "or (status = 'running' and lease_until < longhand.clock()))\n  returning",
    'or false)\n  returning',
    'the fence',
  ],
  [
    'the look whether the conversation of an answer is deleted',
    'select c.deleted_at is null and not c.importing from',
    'select not c.importing from',
    'in a deleted conversation is not found by its id',
  ],
  [
    'the look whether the conversation of an answer is being imported',
    'select c.deleted_at is null and not c.importing from',
    'select c.deleted_at is null from',
    'not before all of its conversation is there',
  ],
] as const

/** A unique index, and what could be written twice without it. */
const indexes = [
  ['compactions_one_live', 'compaction'],
  ['turns_one_running', 'turn'],
  ['entries_once', 'entry'],
] as const

describe.runIf(hasPostgres())('C12 C13 H5 each guard of the schema is missed when it is taken away', () => {
  let database: TestPostgres
  let opened = 0
  beforeAll(async () => {
    database = await postgresForTests()
  })
  afterAll(() => database?.close())

  /** A database whose schema lacks a guard. */
  async function without(guard: string | RegExp, instead: string): Promise<{ storage: Storage; pool: pg.Pool }> {
    const steps = (await migrations()).map(step => ({ ...step, sql: step.sql.replace(guard, () => instead) }))
    expect(steps.map(({ sql }) => sql)).not.toEqual((await migrations()).map(({ sql }) => sql))
    const name = `mutant_${++opened}`
    await database.run(`create database ${name} owner longhand template template0`)
    const [url, admin] = [database.url, database.admin].map(each => each.replace(/longhand$/, name))
    const login = new pg.Pool({ connectionString: url })
    await migrate(inTransaction(login), steps)
    await login.end()
    const pool = new pg.Pool({ connectionString: admin, max: 1 })
    pool.on('error', () => {})
    return { storage: await openPostgres(url!, { schema: 'trust' }), pool }
  }

  test.each(mutants)('without %s a rule is broken', async (_, guard, instead, rule) => {
    const { storage, pool } = await without(guard, instead)
    const { run } = storeContract.find(({ name }) => name.includes(rule))!
    const sql = async (text: string) => (await pool.query(text)).rows ?? []
    await expect(run(roomIn({ storage, run: sql }))).rejects.toThrow()
    await storage.close()
    await pool.end()
  })

  test.each(indexes)('without %s a second one can be written', async (name, what) => {
    const { storage, pool } = await without(`create unique index ${name}`, `create index ${name}`)
    const sql = async (text: string) => (await pool.query(text)).rows ?? []
    expect((await secondsByHand({ storage, run: sql }))[what]).toBe('written')
    await storage.close()
    await pool.end()
  })

  test('with all of them every one of these rules holds', async () => {
    for (const [, , , rule] of mutants) {
      await storeContract.find(({ name }) => name.includes(rule))!.run(roomIn(database))
    }
  })
})
