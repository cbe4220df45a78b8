import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { connectionsPath, readConnections, writeConnections } from './connections-file.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'longhand-connections-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const one = { name: 'openai', key: 'sk-of-a-test', baseURL: null, models: ['gpt-5-mini'] }
const modeOf = (path: string): string => (statSync(path).mode & 0o777).toString(8)

test('W9 what is connected is read again, and a folder without the file has none', async () => {
  expect(readConnections(folder)).toEqual([])
  await writeConnections(folder, [one])
  expect(readConnections(folder)).toEqual([one])
})

test.each(['0', '777', '22'])('W9, S under the umask %s the file is for its owner alone', async mask => {
  const before = process.umask(Number.parseInt(mask, 8))
  try {
    await writeConnections(folder, [one])
    // One that a crash has left beside it, open to everyone, is not written into.
    writeFileSync(`${connectionsPath(folder)}.new`, 'x')
    chmodSync(`${connectionsPath(folder)}.new`, 0o666)
    await writeConnections(folder, [one])
  } finally {
    process.umask(before)
  }
  expect(modeOf(connectionsPath(folder))).toBe('600')
  expect(readConnections(folder)).toEqual([one])
})

test.each([
  ['not JSON', '{"connections": [{"key": "sk-of-a-test"'],
  ['another shape', '{"connections": [{"name": "openai", "key": "sk-of-a-test"}]}'],
  [
    'a key that is none',
    '{"connections": [{"name": "openai", "key": "sk of a test", "baseURL": null, "models": ["x"]}]}',
  ],
  ['empty', ''],
])('W9, F6 a file that is broken (%s) is told in one sentence without its keys, and left as it is', (_, text) => {
  const path = connectionsPath(folder)
  writeFileSync(path, text, { mode: 0o600 })
  expect(() => readConnections(folder)).toThrow(
    `${path} cannot be read as connections. Repair it, or move it away and connect again.`,
  )
  expect(readFileSync(path, 'utf8')).toBe(text)
})

test.skipIf(process.platform === 'win32')('W9, S a file that others can read is refused with what to do', async () => {
  await writeConnections(folder, [one])
  chmodSync(connectionsPath(folder), 0o640)
  expect(() => readConnections(folder)).toThrow(/can be read by others \(0640\)\. Run: chmod 600/)
})
