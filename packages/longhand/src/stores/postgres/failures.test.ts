import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { localOwner, type Storage } from '../../engine/ports/store.ts'
import { canMount } from '../../testing/store-contract/mount.ts'
import { hasPostgres, run, serverUser, startServer, type TestServer } from '../../testing/store-contract/postgres.ts'
import { claimed, compact, said, talk } from '../../testing/store-contract/room.ts'
import { migrate } from './migrate.ts'
import { migrations } from './migrations.ts'
import { inTransaction, openPostgres } from './open.ts'
import { storeError } from './store-error.ts'

// Databases start slowly on a busy machine.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 180_000 })

test.each([
  ['53100', 'store-full'],
  ['ENOSPC', 'store-full'],
  ['25006', 'store-read-only'],
  ['57P01', 'store-unavailable'],
  ['08006', 'store-unavailable'],
  ['53300', 'store-unavailable'],
  ['ECONNREFUSED', 'store-unavailable'],
  ['28P01', 'store-unavailable'],
  ['40P01', 'store-unavailable'],
  ['42P01', 'store-corrupt'],
  ['XX001', 'store-corrupt'],
  ['54000', 'too-large'],
  ['22P05', 'bad-request'],
  ['23505', 'conflict'],
  ['LH404', 'not-found'],
])('F5 F6 a failure %s of the database means %s', (code, meaning) => {
  expect(storeError(Object.assign(new Error('it failed'), { code }))).toMatchObject({ code: meaning })
})

test('a bug stays what it is', () => {
  const bug = Object.assign(new Error('syntax error'), { code: '42601' })
  expect(storeError(bug)).toBe(bug)
})

describe.runIf(hasPostgres() && process.env.TEST_DATABASE_URL === undefined)('F5 a real Postgres that fails', () => {
  const servers: TestServer[] = []
  const storages: Storage[] = []
  afterEach(async () => {
    for (const storage of storages.splice(0)) await storage.close()
    for (const server of servers.splice(0)) await server.stop()
  })
  async function started(settings?: readonly string[]): Promise<{ server: TestServer; storage: Storage }> {
    const server = await startServer(settings)
    const storage = await openPostgres(server.url)
    servers.push(server)
    storages.push(storage)
    return { server, storage }
  }
  const write = (storage: Storage, id: string) =>
    storage.as(localOwner).entries.append(id, [said('user', 'x'.repeat(10_000))])
  const sql = async (server: TestServer, text: string) => {
    const client = new pg.Client({ connectionString: server.admin })
    client.on('error', () => {})
    await client.connect()
    return client
      .query(text)
      .then(({ rows }) => rows)
      .finally(() => client.end())
  }

  test('F6 a compaction that is dated at the end of the calendar keeps nobody from the next one', async () => {
    const { server, storage } = await started()
    const store = storage.as(localOwner)
    const conversation = await compact(store, await talk(store, 8), 4)
    await sql(server, `update longhand.compactions set at = '294276-12-31 23:59:59.999999+00'`)
    expect(await claimed(store, conversation, 6)).toMatchObject({ status: 'running' })
  })

  test('one that is down says so at once, tells listeners what they missed, and works when it is back', async () => {
    const { server, storage } = await started()
    const { id } = await talk(storage.as(localOwner), 2)
    const missed = new Promise(resolve => storage.subscribe(notice => notice.type === 'missed' && resolve(true)))
    await server.crash()
    const before = performance.now()
    await expect(write(storage, id)).rejects.toMatchObject({ code: 'store-unavailable' })
    await expect(storage.check()).rejects.toMatchObject({ code: 'store-unavailable' })
    expect(performance.now() - before).toBeLessThan(6_000)
    // Stopped first, for it lives on the files that the other removes.
    servers.unshift(await run(server.directory, [`port=${new URL(server.url).port}`, 'fsync=off']))
    await expect
      .poll(
        () =>
          write(storage, id).then(
            () => 'written',
            () => 'down',
          ),
        { timeout: 20_000 },
      )
      .toBe('written')
    expect((await storage.as(localOwner).conversations.get(id)).totals.messages).toBe(3)
    expect(await missed).toBe(true)
  })

  test('H8.3 it holds as many connections as it may, and a statement that takes too long is ended in the database too', async () => {
    const server = await startServer()
    const storage = await openPostgres(server.url, { connections: 2, timeoutMs: 1_000 })
    servers.push(server)
    storages.push(storage)
    const { id } = await talk(storage.as(localOwner), 2)
    const blocker = new pg.Client({ connectionString: server.admin })
    await blocker.connect()
    await blocker.query('begin; select from longhand.conversations for update')
    const waiting = Array.from({ length: 6 }, () => write(storage, id).catch(error => error.code))
    const busy = `select count(*)::int as n from pg_stat_activity where application_name = 'longhand'`
    const blocked = () => sql(server, `${busy} and wait_event_type = 'Lock'`)
    await expect.poll(blocked, { timeout: 20_000 }).toEqual([{ n: 2 }])
    expect(await Promise.all(waiting)).toEqual(Array(6).fill('store-unavailable'))
    await expect.poll(blocked, { timeout: 20_000 }).toEqual([{ n: 0 }])
    await blocker.query('rollback')
    await blocker.end()
    await write(storage, id)
  })

  test('one that is frozen is given up after 5 seconds', async () => {
    const { server, storage } = await started()
    const { id } = await talk(storage.as(localOwner), 2)
    const backends = await sql(server, `select pid from pg_stat_activity where application_name = 'longhand'`)
    for (const { pid } of backends) process.kill(pid, 'SIGSTOP')
    const before = performance.now()
    await expect(write(storage, id)).rejects.toMatchObject({ code: 'store-unavailable' })
    expect(performance.now() - before).toBeLessThan(10_000)
    for (const { pid } of backends) process.kill(pid, 'SIGCONT')
    await expect
      .poll(
        () =>
          write(storage, id).then(
            () => 'written',
            () => 'down',
          ),
        { timeout: 20_000 },
      )
      .toBe('written')
  })

  test('one that takes no writes is read from', async () => {
    const { server, storage } = await started()
    const { id } = await talk(storage.as(localOwner), 2)
    await sql(server, 'alter system set default_transaction_read_only = on')
    await sql(server, 'select pg_reload_conf()')
    await expect
      .poll(() =>
        write(storage, id).then(
          () => 'written',
          (error: { code: string }) => error.code,
        ),
      )
      .toBe('store-read-only')
    await expect(storage.check()).rejects.toMatchObject({ code: 'store-read-only' })
    expect((await storage.as(localOwner).entries.branch(id)).branch.length).toBeGreaterThanOrEqual(2)
  })

  test('one of a newer program is refused', async () => {
    const { server } = await started()
    await sql(
      server,
      `insert into supabase_migrations.schema_migrations (version, name) values ('29990101000000', 'longhand_future')`,
    )
    await expect(openPostgres(server.url)).rejects.toMatchObject({ code: 'store-newer' })
  })

  test('a step that fails leaves the schema as it was, and four that start at once migrate once', async () => {
    const { server } = await started()
    await sql(server, 'create database empty owner longhand template template0')
    const url = server.url.replace(/longhand$/, 'empty')
    const pool = new pg.Pool({ connectionString: url })
    pool.on('error', () => {})
    const bad = { version: '20990101000000', name: 'bad', sql: 'create table longhand.half (id int); select 1/0' }
    await expect(migrate(inTransaction(pool), [...(await migrations()), bad])).rejects.toThrow('division by zero')
    expect((await pool.query(`select to_regnamespace('longhand') as found`)).rows).toEqual([{ found: null }])
    const ran = await Promise.all(Array.from({ length: 4 }, () => migrate(inTransaction(pool))))
    expect(ran.map(steps => steps.length).toSorted()).toEqual([0, 0, 0, (await migrations()).length])
    await pool.end()
  })

  test.runIf(canMount())(
    'one whose disk is full says so, writes nothing by halves, and goes on when there is room',
    async () => {
      const { server, storage } = await started(['fsync=off', 'min_wal_size=32MB', 'max_wal_size=32MB'])
      const { id } = await talk(storage.as(localOwner), 2)
      const place = mkdtempSync(join(tmpdir(), 'longhand-full-'))
      const { uid, gid } = serverUser()
      execFileSync('mount', ['-t', 'tmpfs', '-o', `size=24m,uid=${uid},gid=${gid}`, 'tmpfs', place])
      try {
        await sql(server, `create tablespace small location '${place}'`)
        await sql(server, 'alter table longhand.entries set tablespace small')
        writeFileSync(join(place, 'ballast'), Buffer.alloc(16_000_000))
        let acknowledged = 2
        const fill = async (): Promise<string> => {
          try {
            for (;;) {
              await storage.as(localOwner).entries.append(id, [noise(acknowledged)])
              acknowledged++
            }
          } catch (error) {
            return (error as { code: string }).code
          }
        }
        expect(await fill()).toBe('store-full')
        expect((await storage.as(localOwner).conversations.get(id)).totals.messages).toBe(acknowledged)
        rmSync(join(place, 'ballast'))
        await storage.as(localOwner).entries.append(id, [noise(acknowledged)])
        const all = await storage.as(localOwner).entries.page(id, { limit: 1000 })
        expect(all.entries.length).toBe(acknowledged + 1)
      } finally {
        await server.stop()
        execFileSync('umount', [place])
        rmSync(place, { recursive: true, force: true })
      }
    },
  )
})

/** A message that does not compress. */
const noise = (at: number) =>
  said('user', Array.from({ length: 4_000 }, () => Math.random().toString(36).slice(2)).join(''), `noise-${at}`)
