import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isOlder } from './web.mjs'

test('N8 what is made from sources is made again when one of them is newer, or it is missing', () => {
  const folder = mkdtempSync(join(tmpdir(), 'longhand-older-'))
  const [made, sources] = [join(folder, 'empty-database.br'), join(folder, 'migrations')]
  const write = (path: string, seconds: number) => {
    writeFileSync(path, '')
    utimesSync(path, seconds, seconds)
  }
  mkdirSync(sources)
  write(join(sources, '1_first.sql'), 1_000)
  expect(isOlder(made, [sources])).toBe(true)
  write(made, 2_000)
  expect(isOlder(made, [sources])).toBe(false)
  write(join(sources, '2_second.sql'), 3_000)
  expect(isOlder(made, [sources])).toBe(true)
  rmSync(folder, { recursive: true })
})
