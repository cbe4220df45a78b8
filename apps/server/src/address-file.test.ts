import { spawnSync } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readAddress, writeAddress } from './address-file.ts'

const folder = () => mkdtempSync(join(tmpdir(), 'longhand-address-'))

test('X a running server is found by its data folder', async () => {
  const place = folder()
  expect(await readAddress({ folder: place, database: null })).toBe(null)
  const takeBack = await writeAddress({ folder: place, database: null }, 'http://127.0.0.1:3210')
  expect(await readAddress({ folder: place, database: null })).toBe('http://127.0.0.1:3210')
  await takeBack()
  expect(await readAddress({ folder: place, database: null })).toBe(null)
})

test('X the address of a server that was killed leads nowhere', async () => {
  const place = folder()
  const { pid } = spawnSync(process.execPath, ['-e', ''])
  writeFileSync(join(place, 'address'), `http://127.0.0.1:3210 ${pid}\n`)
  expect(await readAddress({ folder: place, database: null })).toBe(null)
  writeFileSync(join(place, 'address'), 'http://127.0.0.1:3210\n')
  expect(await readAddress({ folder: place, database: null })).toBe(null)
})

test('D6 who names a database is not led to the server of another one', async () => {
  const place = folder()
  const [embedded, named, other] = [null, 'postgres://a/x', 'postgres://a/y'].map(database => ({
    folder: place,
    database,
  }))
  const closeEmbedded = await writeAddress(embedded!, 'http://127.0.0.1:1')
  expect(await readAddress(named!)).toBe(null)
  await writeAddress(named!, 'http://127.0.0.1:2')
  const addresses = () => Promise.all([embedded!, named!, other!].map(readAddress))
  expect(await addresses()).toEqual(['http://127.0.0.1:1', 'http://127.0.0.1:2', null])
  await closeEmbedded()
  expect(await addresses()).toEqual(['http://127.0.0.1:2', 'http://127.0.0.1:2', null])
})
