// The second half of npm run container: runs the image as compose.yaml says, in a network of its own, beside a real Postgres.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { createApi } from 'longhand/client'
import { serverBinaries, serverUser } from 'longhand/internal/testing'
import { startIssuer } from '../../apps/server/src/testing/issuer.ts'
import { root } from '../root.mjs'
import type { Image } from './build-image.ts'
import { readCompose } from './compose.ts'
import { type InImage, mountFolder, mountImage, runInImage, startInImage } from './in-image.ts'

const [place = '', given = ''] = process.argv.slice(2)
const image: Image = JSON.parse(given)
const url = `http://127.0.0.1:${image.env.PORT}`
must(spawnSync('ip', ['link', 'set', 'lo', 'up']).status === 0, 'a network of its own')
const issuer = await startIssuer()
const { longhand, db } = readCompose(readFileSync(join(root, 'compose.yaml'), 'utf8'), {
  POSTGRES_PASSWORD: 'only-for-this-run',
  LONGHAND_AUTH_ISSUER: issuer.auth.issuer,
  LONGHAND_AUTH_AUDIENCE: issuer.auth.audience,
  LONGHAND_AUTH_JWKS_URL: issuer.auth.jwks,
})
if (longhand === undefined || db === undefined) throw new Error('compose.yaml has no longhand or no db.')
const here = mountContainer()

console.log(`\nThe container: ${runInImage(here, ['du', '-sh', '/app']).trim()}, user ${image.user}, read-only root`)
let server = await start()
await until('HEALTHCHECK while the database is away', () => isHealthy())
await until('/readyz says 503 while the database is away', async () => (await status('/readyz')) === 503)
const postgres = await startDatabase()
await until('the health check of the database', () => isDatabaseHealthy())
await until('/readyz says 200 when the database is there', async () => (await status('/readyz')) === 200)
const headers = { authorization: `Bearer ${await issuer.sign({ sub: 'ann' })}` }
const api = createApi({ base: url, headers })
const { id } = await api.create()
await (await api.send(id, { clientId: 'm1', text: 'Does it keep this?' }, {}))?.pipeTo(new WritableStream())
must((await api.entries(id)).entries.length === 2, 'a message is answered and kept')
for (const path of ['/app/x', '/etc/x', '/x']) must(!canWrite(path), `${path} cannot be written`)
for (const path of ['/data/x', '/tmp/x']) must(canWrite(path), `${path} can be written`)
must(uidOf(server.pid!) === '1000', 'the server runs as nobody special')
must((await end()) === 0, 'SIGTERM ends it with 0')
must(!isHealthy(), 'HEALTHCHECK fails when it is gone')
server = await start()
await until('/readyz after a restart', async () => (await status('/readyz')) === 200)
must((await api.entries(id)).entries.length === 2, 'the message is still there')
must((await end()) === 0, 'SIGTERM ends it with 0')
postgres.kill('SIGINT')
await once(postgres, 'exit')
await issuer.close()
console.log(`
Not exercised: pulling the base images, the image's own format and layers, Compose's network, published ports and restarts,
seccomp, and init. The files of this machine stood in for node:24-slim, its own Postgres for postgres:17.`)
process.exit(0)

/** The image's files, read-only, with the volumes and temporary folders that compose.yaml names. */
function mountContainer(): InImage {
  if (longhand!.read_only !== true) throw new Error('compose.yaml does not make the root read-only.')
  const mounted = mountImage(place, image.layers, null)
  for (const volume of longhand!.volumes) {
    const [name = '', folder = ''] = volume.split(':')
    const source = join(place, 'volumes', name)
    const { uid, gid, mode } = statSync(join(mounted, folder))
    mountFolder(mounted, folder, source)
    // As an engine does, a new volume takes its owner from the image.
    chownSync(source, uid, gid)
    spawnSync('chmod', [(mode & 0o777).toString(8), source])
  }
  for (const folder of longhand!.tmpfs ?? []) mountFolder(mounted, folder, null)
  return { root: mounted, user: image.user, cwd: '/', env: { ...image.env, ...longhand!.environment } }
}

async function start() {
  const child = startInImage(here, image.command, { stdio: ['ignore', 'ignore', 'inherit'] })
  await until('CMD starts the server', async () => (await status('/healthz')) === 200)
  return child
}

async function end(): Promise<number | null> {
  const gone = once(server, 'exit')
  server.kill('SIGTERM')
  return (await gone)[0]
}

function isHealthy(): boolean {
  return works(() => runInImage(here, image.health))
}

function canWrite(path: string): boolean {
  return works(() => runInImage(here, ['touch', path]))
}

function works(work: () => unknown): boolean {
  try {
    work()
    return true
  } catch {
    return false
  }
}

function uidOf(pid: number): string | undefined {
  return /^Uid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
}

function status(path: string): Promise<number | null> {
  return fetch(url + path).then(
    response => response.status,
    () => null,
  )
}

async function startDatabase() {
  const { POSTGRES_USER = '', POSTGRES_DB = '', POSTGRES_PASSWORD = '' } = db!.environment
  const [folder, secret] = [join(place, 'postgres'), join(place, 'password')]
  const { uid = 0, gid = 0 } = serverUser()
  mkdirSync(folder)
  writeFileSync(secret, POSTGRES_PASSWORD)
  for (const path of [folder, secret]) chownSync(path, uid, gid)
  spawnSync('chmod', ['755', place])
  const bin = serverBinaries()!
  const user = { uid, gid, cwd: folder }
  const made = spawnSync(
    join(bin, 'initdb'),
    ['-D', join(folder, 'db'), '-U', POSTGRES_USER, '-A', 'scram-sha-256', `--pwfile=${secret}`],
    user,
  )
  must(made.status === 0, 'initdb with the user and password of compose.yaml')
  const child = spawn(join(bin, 'postgres'), ['-D', join(folder, 'db'), '-k', folder], { ...user, stdio: 'ignore' })
  const env = { ...process.env, PGPASSWORD: POSTGRES_PASSWORD, PGHOST: '127.0.0.1', PGUSER: POSTGRES_USER }
  const create = () =>
    spawnSync('psql', ['-d', 'postgres', '-c', `create database ${POSTGRES_DB}`], { env }).status === 0
  await until(`the database ${POSTGRES_DB}`, async () => create())
  return child
}

function isDatabaseHealthy(): boolean {
  const [, command = '', ...words] = db!.healthcheck!.test
  return spawnSync(join(serverBinaries()!, command), ['-h', '127.0.0.1', ...words]).status === 0
}

function must(holds: boolean, what: string): void {
  if (!holds) {
    console.error(`✗ ${what}`)
    process.exit(1)
  }
  console.log(`  ✓ ${what}`)
}

async function until(what: string, holds: () => boolean | Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 300; tries++) {
    if (await holds()) return must(true, what)
    await pause(200)
  }
  must(false, what)
}
