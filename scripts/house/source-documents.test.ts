import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../root.mjs'
import { rulesIn, titlesIn } from './rules.ts'
import { sources } from './source.ts'

const page = readFileSync(join(root, 'docs/source-documents.md'), 'utf8')
const rows = page
  .split('\n')
  .filter(line => line.startsWith('| ') && !line.startsWith('| requirement'))
  .map(line => line.split(' | ').map(cell => cell.replace(/^\| | \|$/g, '').trim()))

/** The tests that a cell names: `file` title, one below the other. */
const namedIn = (cell: string): readonly (readonly [file: string, title: string])[] =>
  cell.split('<br>').flatMap(one => {
    const found = /^`([^`]+)` (.+)$/.exec(one.trim())
    return found === null ? [] : [[found[1]!, found[2]!] as const]
  })

test('every requirement of the source documents names its tests, or says why there is none', () => {
  expect(rows.length).toBeGreaterThan(100)
  const silent = rows.filter(
    ([, , shown = '']) =>
      namedIn(shown).length === 0 && !/^(Not built|Decided otherwise|Not shown|Measured):? /.test(shown),
  )
  expect(silent).toEqual([])
})

test('every test that the page about the source documents names exists', () => {
  const titles = new Map(sources.map(source => [source.path, source] as const))
  const missing = rows.flatMap(([, , shown = '']) =>
    namedIn(shown).flatMap(([file, title]) => {
      const source = titles.get(file)
      if (source === undefined || !existsSync(join(root, file))) return [`${file} is not there`]
      return titlesIn(source).includes(title) ? [] : [`${file} has no test "${title}"`]
    }),
  )
  expect(missing).toEqual([])
})

test('every rule that the page about the source documents names is in SPEC.md', () => {
  const rules = rulesIn(readFileSync(join(root, 'SPEC.md'), 'utf8'))
  const named = rows.flatMap(([, ids = '']) => ids.split(/,? /).filter(id => /^[A-Z]\d*$/.test(id)))
  expect(named.filter(id => !rules.has(id))).toEqual([])
})
