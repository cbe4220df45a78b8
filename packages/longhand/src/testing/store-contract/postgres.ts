import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { chmod, chown, cp, mkdtemp, rename, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { openPostgres, type PostgresOptions } from '../../stores/postgres/open.ts'
import { type TestDatabase, templateFor } from './database.ts'

/** A Postgres server for tests. */
export type TestServer = {
  /** For a login without any rights of its own, as on Supabase: no superuser, and under row-level security itself. */
  readonly url: string
  /** For its superuser. */
  readonly admin: string
  readonly pid: number
  /** Where its files are. */
  readonly directory: string
  stop(): Promise<void>
  /** Kills every process of it at once; the files stay. */
  crash(): Promise<void>
}

/** Whether there is a real Postgres to test on: `TEST_DATABASE_URL`, or binaries on this machine. */
export const hasPostgres = (): boolean => process.env.TEST_DATABASE_URL !== undefined || binaries() !== null

/** A database on a real Postgres: the storage has a plain login, `run` is the superuser. */
export type TestPostgres = TestDatabase & Pick<TestServer, 'url' | 'admin'>

/** A migrated database on a real Postgres. */
export async function postgresForTests(options: PostgresOptions = {}): Promise<TestPostgres> {
  const given = process.env.TEST_DATABASE_URL
  const server = given === undefined ? await startServer() : await freshDatabase(given)
  const storage = await openPostgres(server.url, options).catch(async error => {
    await server.stop()
    throw error
  })
  const admin = new pg.Pool({ connectionString: server.admin, max: 1 })
  admin.on('error', () => {})
  const version = (await admin.query<{ server_version: string }>('show server_version')).rows[0]!.server_version
  return {
    storage,
    url: server.url,
    admin: server.admin,
    name: `postgres ${version.split(' ')[0]}`,
    run: async (text, values) => {
      const result = await admin.query(text, values)
      return (Array.isArray(result) ? result.at(-1) : result).rows
    },
    close: async () => {
      await storage.close()
      await admin.end()
      await server.stop()
    },
  }
}

/** Starts a server on a free port in a directory of its own, from a template that holds the migrated schema. */
export async function startServer(settings: readonly string[] = ['fsync=off']): Promise<TestServer> {
  const directory = await mkdtemp(join(tmpdir(), 'longhand-postgres-'))
  await cp(await template(), join(directory, 'db'), { recursive: true })
  await belongsToServer(directory)
  return run(join(directory, 'db'), settings)
}

/** Starts a server on files that are there. */
export async function run(directory: string, settings: readonly string[]): Promise<TestServer> {
  const port = await freePort()
  const place = join(directory, '..')
  const all = [
    `port=${port}`,
    'listen_addresses=127.0.0.1',
    `unix_socket_directories=${place}`,
    'max_connections=60',
    ...settings,
  ]
  const child = await startPostgres(['-D', directory, ...all.flatMap(each => ['-c', each])])
  return {
    url: `postgres://longhand@127.0.0.1:${port}/longhand`,
    admin: `postgres://postgres@127.0.0.1:${port}/longhand`,
    pid: child.pid!,
    directory,
    stop: async () => {
      if (isRunning(child)) await ended(child, () => child.kill('SIGINT'))
      await rm(place, { recursive: true, force: true })
    },
    crash: () =>
      ended(child, () => {
        const children = readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').trim().split(' ')
        for (const pid of [child.pid!, ...children.map(Number)]) kill(pid)
      }),
  }
}

const isRunning = (child: ChildProcess): boolean => child.exitCode === null && child.signalCode === null

async function ended(child: ChildProcess, end: () => void): Promise<void> {
  const exit = once(child, 'exit')
  end()
  await exit
}

/** Kills a process that may be gone already. */
function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {}
}

async function template(): Promise<string> {
  const wanted = await templateFor(`postgres-${majorVersion()}-login`)
  if (existsSync(wanted)) return wanted
  const aside = await mkdtemp(join(tmpdir(), 'longhand-template-'))
  await belongsToServer(aside)
  execFileSync(
    join(binaries()!, 'initdb'),
    ['-D', join(aside, 'db'), '-A', 'trust', '-U', 'postgres', '-E', 'UTF8', '--locale=C', '-N'],
    {
      stdio: 'ignore',
      ...serverUser(),
    },
  )
  const server = await run(join(aside, 'db'), ['fsync=off'])
  await makeLogin(server)
  await (await openPostgres(server.url)).close()
  process.kill(server.pid, 'SIGINT')
  while (existsSync(join(aside, 'db', 'postmaster.pid'))) await new Promise(resolve => setTimeout(resolve, 20))
  await rename(join(aside, 'db'), wanted).catch(() => {})
  await rm(aside, { recursive: true, force: true })
  return wanted
}

/** What an administrator does once (docs/run-on-supabase.md). */
async function makeLogin({ admin }: TestServer): Promise<void> {
  const client = new pg.Client({ connectionString: admin.replace(/longhand$/, 'postgres') })
  await client.connect()
  await client.query('create role authenticated nologin; create role service_role nologin bypassrls')
  await client.query('create role longhand login; grant authenticated, service_role to longhand')
  await client.query('create database longhand')
  await client.query('grant create on database longhand to longhand')
  await client.end()
}

async function freshDatabase(url: string): Promise<Pick<TestServer, 'url' | 'admin' | 'stop'>> {
  const name = `longhand_test_${Date.now()}_${Math.floor(Math.random() * 1e6)}`
  const admin = new pg.Client({ connectionString: url })
  await admin.connect()
  await admin.query(`create database ${name}`)
  const own = new URL(url)
  own.pathname = `/${name}`
  return {
    url: own.href,
    admin: own.href,
    stop: async () => {
      await admin.query(`drop database ${name} with (force)`)
      await admin.end()
    },
  }
}

/** Where Postgres is installed, newest first. */
export function binaries(): string | null {
  const folder = '/usr/lib/postgresql'
  const versions = existsSync(folder) ? readdirSync(folder).toSorted((a, b) => Number(b) - Number(a)) : []
  const found = versions.map(version => join(folder, version, 'bin')).find(place => existsSync(join(place, 'initdb')))
  return found ?? (process.env.PATH ?? '').split(':').find(place => existsSync(join(place, 'initdb'))) ?? null
}

const majorVersion = (): string =>
  /\d+/.exec(execFileSync(join(binaries()!, 'postgres'), ['--version'], { encoding: 'utf8' }))![0]

/** Postgres refuses to run as root. */
export function serverUser(): { readonly uid?: number; readonly gid?: number } {
  if (process.getuid?.() !== 0) return {}
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map(line => line.split(':'))
  const user = users.find(([name]) => name === 'postgres') ?? users.find(([name]) => name === 'nobody')!
  return { uid: Number(user[2]), gid: Number(user[3]) }
}

async function belongsToServer(directory: string): Promise<void> {
  const { uid, gid } = serverUser()
  if (uid !== undefined && gid !== undefined) {
    await chown(directory, uid, gid)
    for (const item of readdirSync(directory, { recursive: true })) await chown(join(directory, String(item)), uid, gid)
  }
  if (existsSync(join(directory, 'db'))) await chmod(join(directory, 'db'), 0o700)
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  return port
}

/** Starts Postgres; again when what is left of a server that was killed has not let go of its memory yet. */
async function startPostgres(args: readonly string[], tries = 20): Promise<ChildProcess> {
  const child = spawn(join(binaries()!, 'postgres'), args, { stdio: ['ignore', 'ignore', 'pipe'], ...serverUser() })
  // A program that fails must not leave a server behind.
  process.once('exit', () => child.kill('SIGKILL'))
  try {
    await isReady(child)
    return child
  } catch (error) {
    if (tries === 0 || !String(error).includes('shared memory block')) throw error
    await new Promise(resolve => setTimeout(resolve, 250))
    return startPostgres(args, tries - 1)
  }
}

async function isReady(child: ChildProcess): Promise<void> {
  let said = ''
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  child.stderr!.on('data', chunk => {
    said = `${said}${chunk}`.slice(-4000)
    if (said.includes('ready to accept connections')) resolve()
  })
  child.on('exit', () => reject(new Error(`Postgres did not start:\n${said}`)))
  await promise
}
