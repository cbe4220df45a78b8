import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { classic } from 'longhand'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openSettings } from './settings-file.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'longhand-settings-'))
})
afterEach(() => rm(folder, { recursive: true }))

const usual = {
  policy: classic,
  model: 'offline/quoting',
  summaryModel: 'auto',
  fastModel: 'auto',
  instructions: '',
  windows: {},
  file: null,
  origins: {},
}

test('H6 settings are the usual ones until someone changes them, and then stay changed', async () => {
  const shelf = await openSettings(folder, usual)
  expect(shelf.current()).toEqual(usual)
  await shelf.change({ instructions: 'Keep prices.', policy: { ...classic, minMessages: 4 } })
  const again = await openSettings(folder, usual)
  expect(again.current()).toEqual({ ...usual, instructions: 'Keep prices.', policy: { ...classic, minMessages: 4 } })
  expect(await readdir(folder)).toEqual(['settings.json'])
})

test('H6 changes that come together all hold', async () => {
  const shelf = await openSettings(folder, usual)
  const words = Array.from({ length: 20 }, (_, at) => `Words ${at}.`)
  await Promise.all([shelf.change({ model: 'x' }), ...words.map(instructions => shelf.change({ instructions }))])
  expect((await openSettings(folder, usual)).current()).toEqual({ ...usual, model: 'x', instructions: words.at(-1) })
})

test('H6 what cannot be kept does not hold', async () => {
  const shelf = await openSettings(folder, usual)
  await rm(folder, { recursive: true })
  await expect(shelf.change({ instructions: 'x' })).rejects.toThrow()
  expect(shelf.current().instructions).toBe('')
  await openSettings(folder, usual)
  folder = await mkdtemp(join(tmpdir(), 'longhand-settings-'))
})

test.each([
  ['{', /settings\.json is not JSON\. Repair it, or delete it/],
  ['{"policy":{"target":9}}', /target is 9; it must be/],
])('H6 a file that holds %s stops the start with a sentence', async (text, sentence) => {
  await writeFile(join(folder, 'settings.json'), text)
  await expect(openSettings(folder, usual)).rejects.toThrow(sentence)
})
