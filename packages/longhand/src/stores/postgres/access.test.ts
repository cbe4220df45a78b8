import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { secondsByHand } from '../../testing/store-contract/by-hand.ts'
import type { TestDatabase } from '../../testing/store-contract/database.ts'
import { embeddedForTests } from '../../testing/store-contract/embedded.ts'
import { hasPostgres, postgresForTests } from '../../testing/store-contract/postgres.ts'
import { furnish } from '../../testing/store-contract/transfer.ts'

// Databases start slowly on a busy machine.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 180_000 })

const engines = { embedded: embeddedForTests, ...(hasPostgres() ? { postgres: postgresForTests } : {}) }
const tables =
  'projects conversations lines segments entries words compactions turns checkpoints runs memories states project_files'.split(
    ' ',
  )
const appendOnly = ['segments', 'entries', 'words']

describe.each(Object.entries(engines))('D1, S row-level security on %s', (_, open) => {
  let database: TestDatabase
  const [a, b] = [randomUUID(), randomUUID()]
  beforeAll(async () => {
    database = await open()
    for (const owner of [a, b]) {
      const store = database.storage.as(owner)
      await furnish(store)
      const { conversations } = await store.conversations.list({})
      await store.runs.attach({ id: 'run', conversation: conversations[0]!.id, client: 'web' })
    }
  })
  afterAll(() => database?.close())

  /** Runs a statement as an owner, or as nobody, and takes it back. Answers with the rows it touched, or why not. */
  async function attempt(owner: string | null, statement: string, before = ''): Promise<number | string> {
    const claims = owner === null ? '' : JSON.stringify({ sub: owner, role: 'authenticated' })
    // Words are visible only to a search; this one matches everything without this word.
    const query = `select set_config('longhand.search_query', '!unheardof', true)`
    const guard = `${query}, set_config('request.jwt.claims', '${claims}', true); set local role authenticated;`
    try {
      const rows = await database.run(
        `begin; ${before} ${guard} with touched as materialized (${statement}) select count(*)::int as n from touched`,
      )
      return rows[0]!.n as number
    } catch (error) {
      return (error as { code: string }).code
    } finally {
      await database.run('rollback')
    }
  }

  test('every table is looked at', async () => {
    const found = await database.run(`select tablename from pg_tables where schemaname = 'longhand' order by 1`)
    expect(found.map(({ tablename }) => tablename)).toEqual(tables.toSorted())
  })

  test.each(tables)("%s: people see their own rows and nobody else's", async table => {
    expect(await attempt(a, `select from longhand.${table} where owner = '${a}'`)).toBeGreaterThan(0)
    expect(await attempt(a, `select from longhand.${table} where owner <> '${a}'`)).toBe(0)
    expect(await attempt(b, `select from longhand.${table} where owner = '${b}'`)).toBeGreaterThan(0)
    expect(await attempt(null, `select from longhand.${table}`)).toBe(0)
  })

  test.each(tables)('%s: people change and remove their own rows at most', async table => {
    for (const change of [`update longhand.${table} set owner = owner`, `delete from longhand.${table}`]) {
      const mine = await attempt(a, `${change} where owner = '${a}' returning 1`)
      if (appendOnly.includes(table)) expect(mine).toBe('42501')
      else expect(mine).toBeGreaterThan(0)
      expect(await attempt(a, `${change} where owner = '${b}' returning 1`)).toBe(
        appendOnly.includes(table) ? '42501' : 0,
      )
      expect(await attempt(null, `${change} returning 1`)).toBe(appendOnly.includes(table) ? '42501' : 0)
    }
  })

  test.each(tables)('%s: people add rows of their own alone', async table => {
    const [row] = await database.run(
      `select row_to_json(t)::text as json from longhand.${table} t where owner = '${a}' limit 1`,
    )
    const quoted = String(row!.json).replaceAll("'", "''")
    const record = `json_populate_record(null::longhand.${table}, '${quoted}')`
    // The row is taken out first, without what hangs on it, so that only the policy can be in the way.
    const before = `set local session_replication_role = replica; delete from longhand.${table} t where row_to_json(t)::text = '${quoted}';`
    const insert = `insert into longhand.${table} select * from ${record} returning 1`
    expect(await attempt(a, insert, before)).toBe(1)
    expect(await attempt(b, insert, before)).toBe('42501')
    expect(await attempt(null, insert, before)).toBe('42501')
  })

  test('nobody can hand a row to someone else', async () => {
    expect(await attempt(a, `update longhand.states set owner = '${b}' returning 1`)).toBe('42501')
    expect(await attempt(a, `update longhand.states set owner = '${a}' returning 1`)).toBeGreaterThan(0)
  })

  test('nobody but the server may choose whom to act as', async () => {
    const calls = [
      `longhand.act_as('${b}')`,
      'longhand.act_for_all()',
      `longhand.export_owner('${b}')`,
      `longhand.search_entries('${b}', 'word1', null, 5)`,
      'longhand.sweep()',
    ]
    for (const call of calls) expect(await attempt(a, `select ${call}`)).toBe('42501')
    expect(await attempt(a, `select longhand.clock()`)).toBe(1)
  })

  test('what an operation acted as is gone when it has ended', async () => {
    await database.storage.as(a).conversations.list({ search: 'word1' })
    const [row] = await database.run(
      `select current_user as who, current_setting('request.jwt.claims', true) as claims`,
    )
    expect(row).toEqual({ who: 'postgres', claims: expect.stringMatching(/^$/) })
  })

  test('C12 H5 a second live compaction, running turn or entry of one id cannot even be written by hand', async () => {
    expect(await secondsByHand(database)).toEqual({
      compaction: '23505',
      endedCompaction: 'written',
      turn: '23505',
      endedTurn: 'written',
      entry: '23505',
      otherEntry: 'written',
    })
  })

  test('the catalog shows no way around: a table, view or function that opens one is found', async () => {
    expect(await faults('')).toEqual([])
    expect(await faults('create table longhand.naked (owner uuid)')).toEqual(['table naked'])
    expect(await faults('alter table longhand.entries no force row level security')).toEqual(['table entries'])
    expect(await faults('drop policy see on longhand.turns')).toEqual(['table turns'])
    expect(await faults('create view longhand.peek as select * from longhand.entries')).toEqual(['view peek'])
    expect(await faults('create materialized view longhand.copy as select * from longhand.entries')).toEqual([
      'view copy',
    ])
    expect(
      await faults('create function longhand.leak() returns int language sql security definer as $$ select 1 $$'),
    ).toEqual(['function leak'])
    expect(await faults('grant execute on function longhand.sweep() to authenticated')).toEqual(['function sweep'])
    expect(await faults('grant select on longhand.entries to public')).toEqual(['grant entries'])
    const operation = (name: string, source: string) =>
      faults(
        `create function longhand.${name}(p_owner uuid) returns void language plpgsql as $$ begin ${source} end $$`,
      )
    expect(await operation('whoever', 'perform 1;')).toEqual(['function whoever'])
    expect(await operation('all_of_us', 'perform longhand.act_as(p_owner), longhand.act_for_all();')).toContain(
      'function all_of_us',
    )
    expect(
      await operation('above', `perform longhand.act_as(p_owner); perform set_config('role', 'service_role', true);`),
    ).toContain('function above')
  })

  async function faults(change: string): Promise<readonly unknown[]> {
    try {
      return (await database.run(`begin; ${change}; ${catalogFaults}`)).map(({ fault }) => fault)
    } finally {
      await database.run('rollback')
    }
  }
})

const catalogFaults = `
  select 'table ' || c.relname as fault from pg_class c
  where c.relnamespace = 'longhand'::regnamespace and c.relkind in ('r', 'p') and not (c.relrowsecurity and c.relforcerowsecurity
    and exists (select from pg_policy p where p.polrelid = c.oid and p.polcmd = 'r')
    and exists (select from pg_policy p where p.polrelid = c.oid and p.polcmd = 'a'))
  union all
  select 'view ' || c.relname from pg_class c
  where c.relnamespace = 'longhand'::regnamespace and c.relkind in ('v', 'm', 'f')
    and not coalesce('security_invoker=true' = any (c.reloptions), false)
  union all
  select 'function ' || p.proname from pg_proc p
  where p.pronamespace = 'longhand'::regnamespace and (p.prosecdef
    or (p.proargnames[1] = 'p_owner' and (p.prosrc !~ 'act_(as|to_search)\\(p_owner' or p.prosrc ~ 'act_for_all') and p.proname !~ '^act_')
    or (p.prosrc ~ 'service_role' and p.proname <> 'act_for_all')
    or ((p.prosrc ~ 'act_(as|for_all|to_search)\\(' or p.proname ~ '^act_') and has_function_privilege('authenticated', p.oid, 'execute')))
  union all
  select 'grant ' || c.relname from pg_class c, aclexplode(c.relacl) g
  where c.relnamespace = 'longhand'::regnamespace and g.grantee = 0`
