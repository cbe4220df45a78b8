import { fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { textOf } from '../../core/message.ts'
import { localOwner, type Storage } from '../../engine/ports/store.ts'
import { embeddedDirectory } from '../../testing/store-contract/embedded.ts'
import { heardBeforeAnswered } from '../../testing/store-contract/notices.ts'
import { lease, said, talk } from '../../testing/store-contract/room.ts'
import { lockDirectory } from './directory-lock.ts'
import { DurableFiles } from './durable-files.ts'
import { openEngine, proveDurable } from './engine.ts'
import { openEmbedded } from './open.ts'

// Databases start slowly on a busy machine.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 180_000 })

const opened: Storage[] = []
const places: string[] = []
afterEach(async () => {
  for (const storage of opened.splice(0)) await storage.close()
  for (const place of places.splice(0)) rmSync(place, { recursive: true, force: true })
})

const emptyPlace = (): string => {
  const place = mkdtempSync(join(tmpdir(), 'longhand-test-'))
  places.push(place)
  return place
}

async function readyPlace(): Promise<string> {
  const place = await embeddedDirectory()
  places.push(place)
  return place
}

async function open(place: string, progress: (sentence: string) => void = () => {}): Promise<Storage> {
  const storage = await openEmbedded(place, { progress })
  opened.push(storage)
  return storage
}

test('D1 the first start makes the database, says so, and clears away what a killed first start left', async () => {
  const place = emptyPlace()
  mkdirSync(join(place, 'pg18.new', 'base'), { recursive: true })
  const told: string[] = []
  const storage = await open(place, sentence => told.push(sentence))
  expect(told).toEqual(['Creating the database, once. This takes a few seconds…'])
  expect((await talk(storage.as(localOwner), 2)).totals.messages).toBe(2)
  expect(readdirSync(place).toSorted()).toEqual(['pg18', 'pg18.lock', 'pg18.pid'])
})

test('H4.29 a change is heard from the thread of the database before whoever made it is answered', async () => {
  const storage = await open(await readyPlace())
  expect(storage.writer).toBe('alone')
  await heardBeforeAnswered({ storage, store: storage.as(localOwner) })
})

test('D1 K8 what was acknowledged is there after opening again, and the leases of the dead have ended', async () => {
  const place = await readyPlace()
  const first = await openEmbedded(place)
  const heard = new Promise(resolve => first.subscribe(resolve))
  const { id } = await talk(first.as(localOwner), 3)
  expect(await heard).toMatchObject({ type: 'changed', owner: localOwner, conversation: id })
  await first.as(localOwner).turns.start(id, { id: 't' }, { worker: 'dead', ms: 3_600_000 })
  await first.close()
  const store = (await open(place)).as(localOwner)
  expect((await store.conversations.get(id)).totals.messages).toBe(3)
  expect((await store.turns.start(id, { id: 'next' }, lease)).type).toBe('abandoned')
})

test('D1 a second one on the same directory is refused and told who has it, in this process and in another', async () => {
  const place = await readyPlace()
  await open(place)
  const refusal = { code: 'store-in-use', message: expect.stringContaining(`in use by process ${process.pid}.`) }
  await expect(openEmbedded(place)).rejects.toMatchObject(refusal)
  const other = fork(join(import.meta.dirname, '../../testing/embedded/lock.child.ts'), [join(place, 'pg18')])
  onTestFinished(() => void other.kill('SIGKILL'))
  expect((await once(other, 'message'))[0]).toMatchObject(refusal)
})

test('D1 a lock dies with its process, whatever ends it', async () => {
  const directory = join(emptyPlace(), 'pg18')
  const other = fork(join(import.meta.dirname, '../../testing/embedded/lock.child.ts'), [directory], {
    execArgv: ['--expose-gc'],
  })
  onTestFinished(() => void other.kill('SIGKILL'))
  expect((await once(other, 'message'))[0]).toBe('locked')
  expect(() => lockDirectory(directory)).toThrow(`in use by process ${other.pid}.`)
  other.kill('SIGKILL')
  await once(other, 'exit')
  lockDirectory(directory)()
})

test('D1 an engine that does not reach the disk is refused', async () => {
  const place = await readyPlace()
  const files = new DurableFiles(join(place, 'pg18'))
  // As PGlite ships: it never asks for a sync.
  const database = await PGlite.create({ fs: files, startParams: PGlite.defaultStartParams })
  await expect(proveDurable(database, () => files.syncs)).rejects.toMatchObject({ code: 'not-supported' })
  await database.close()
  const engine = await openEngine(join(place, 'pg18'))
  await engine.close()
})

test('D1 a directory that cannot be opened is left as it is', async () => {
  const place = await readyPlace()
  writeFileSync(join(place, 'pg18', 'global', 'pg_control'), 'nonsense')
  const before = listing(join(place, 'pg18'))
  await expect(openEmbedded(place)).rejects.toMatchObject({ code: 'store-corrupt' })
  expect(listing(join(place, 'pg18'))).toEqual(before)
})

test('D1 a database of a newer program is refused, and can be opened by that one again', async () => {
  const place = await readyPlace()
  const engine = await openEngine(join(place, 'pg18'))
  const ledger = 'supabase_migrations.schema_migrations'
  await engine.database.exec(`insert into ${ledger} (version, name) values ('29990101000000', 'longhand_future')`)
  await engine.close()
  await expect(openEmbedded(place)).rejects.toMatchObject({ code: 'store-newer' })
  expect(existsSync(join(place, 'pg18.pid'))).toBe(false)
})

test('D1 a database of a version whose steps are others is refused', async () => {
  const place = await readyPlace()
  const engine = await openEngine(join(place, 'pg18'))
  await engine.database.exec(`update supabase_migrations.schema_migrations set statements = array['select 1']`)
  await engine.close()
  await expect(openEmbedded(place)).rejects.toThrow(/made by another version/)
})

test('F7 an answer that is too long for one message between threads arrives whole and in order, beside others', async () => {
  const store = (await open(await readyPlace())).as(localOwner)
  const { id } = await talk(store, 1)
  const texts = Array.from({ length: 3_000 }, (_, at) => `${at} ${'x'.repeat(300)}`)
  await store.entries.append(
    id,
    texts.map(text => said('user', text)),
  )
  const read = await Promise.all([store.entries.branch(id), store.conversations.get(id), store.entries.branch(id)])
  for (const { branch } of [read[0], read[2]])
    expect(branch.slice(1).map(entry => entry.type === 'message' && textOf(entry.message))).toEqual(texts)
  expect(read[1].totals.messages).toBe(3_001)
})

test('F5 after the end everything says that the database has stopped', async () => {
  const storage = await openEmbedded(await readyPlace())
  const { id } = await talk(storage.as(localOwner), 1)
  await storage.close()
  const late = storage.as(localOwner).entries.append(id, [said('user', 'late')])
  await expect(late).rejects.toMatchObject({ code: 'store-unavailable' })
  await storage.close()
})

/** Names, sizes and words of all files below a folder, but for what every opening touches. */
function listing(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(name => statSync(join(folder, name)).isFile() && !name.endsWith('postmaster.pid'))
    .map(
      name =>
        `${name} ${readFileSync(join(folder, name)).toString('base64').slice(0, 200)} ${statSync(join(folder, name)).size}`,
    )
    .toSorted()
}
