import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { localOwner } from '../../engine/ports/store.ts'
import { embeddedDirectory } from '../../testing/store-contract/embedded.ts'
import { talk } from '../../testing/store-contract/room.ts'
import { packDatabase, readEmptyDatabase } from './empty-database.ts'
import { makeDirectory } from './make-directory.ts'
import { openEmbedded } from './open.ts'

// Databases start slowly on a busy machine.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 180_000 })

let packed: Uint8Array

beforeAll(async () => {
  const place = await embeddedDirectory()
  packed = await packDatabase(join(place, 'pg18'))
  rmSync(place, { recursive: true })
})

function placeWith(bytes: Uint8Array) {
  const place = mkdtempSync(join(tmpdir(), 'longhand-test-'))
  onTestFinished(() => rmSync(place, { recursive: true }))
  const file = join(place, 'empty-database.br')
  writeFileSync(file, bytes)
  return { place, file }
}

test('H8.14 a first start copies the empty database, for its owner alone, and it works like one that was made', async () => {
  const { place, file } = placeWith(packed)
  await makeDirectory(join(place, 'pg18'), file)
  expect(existsSync(join(place, 'pg18.new'))).toBe(false)
  const modes = readdirSync(join(place, 'pg18'), { recursive: true, encoding: 'utf8' }).map(
    name => statSync(join(place, 'pg18', name)).mode & 0o077,
  )
  expect(Math.max(...modes)).toBe(0)
  const storage = await openEmbedded(place)
  expect((await talk(storage.as(localOwner), 2)).totals.messages).toBe(2)
  await storage.close()
})

test('H8.14 one of another schema, a damaged one and a missing one count as none', async () => {
  const { place, file } = placeWith(packed)
  expect(await readEmptyDatabase(file)).not.toBeNull()
  const other = Buffer.from('{"schema":"another","folders":[],"files":[]}\n')
  for (const bytes of [brotliCompressSync(other), packed.subarray(0, 1_000)]) {
    writeFileSync(file, bytes)
    expect(await readEmptyDatabase(file)).toBeNull()
  }
  expect(await readEmptyDatabase(join(place, 'nowhere'))).toBeNull()
})

test('H8.14 what a killed first start left is not part of the copy', async () => {
  const { place, file } = placeWith(packed)
  await makeDirectory(join(place, 'first'), file)
  writeFileSync(join(place, 'first', 'PG_VERSION'), 'half')
  renameSync(join(place, 'first'), join(place, 'pg18.new'))
  await makeDirectory(join(place, 'pg18'), file)
  expect(readFileSync(join(place, 'pg18', 'PG_VERSION'), 'utf8').trim()).toBe('18')
})
