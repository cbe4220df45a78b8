import { spawnSync } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readAddress, writeAddress } from './address-file.ts'

const folder = () => mkdtempSync(join(tmpdir(), 'longhand-address-'))

test('X a running server is found by its data folder', async () => {
  const place = folder()
  expect(await readAddress(place)).toBe(null)
  const takeBack = await writeAddress(place, 'http://127.0.0.1:3210')
  expect(await readAddress(place)).toBe('http://127.0.0.1:3210')
  await takeBack()
  expect(await readAddress(place)).toBe(null)
})

test('X the address of a server that was killed leads nowhere', async () => {
  const place = folder()
  const { pid } = spawnSync(process.execPath, ['-e', ''])
  writeFileSync(join(place, 'address'), `http://127.0.0.1:3210 ${pid}\n`)
  expect(await readAddress(place)).toBe(null)
  writeFileSync(join(place, 'address'), 'http://127.0.0.1:3210\n')
  expect(await readAddress(place)).toBe(null)
})
