import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../root.mjs'
import { quotedIn, rulesIn } from './rules.ts'
import { isTest, parse, sources } from './source.ts'

const page = readFileSync(join(root, 'SPEC.md'), 'utf8')
const rules = rulesIn(page)
const built = rulesIn(page.slice(0, page.indexOf('\n# Measured\n')))
const tests = sources.filter(source => isTest(source) && !source.path.startsWith('scripts/house/'))

test('every rule that a test quotes is in SPEC.md', () => {
  const unknown = tests.flatMap(source =>
    quotedIn(source).flatMap(id => (rules.has(id) ? [] : [`${source.path} quotes ${id}`])),
  )
  expect([...new Set(unknown)]).toEqual([])
})

test('every rule that SPEC.md calls built is quoted by a test', () => {
  const quoted = new Set(tests.flatMap(quotedIn))
  expect(built.size).toBeGreaterThan(20)
  expect([...built].filter(id => !quoted.has(id))).toEqual([])
})

test('no rule is stated twice', () => {
  const stated = Array.from(page.matchAll(/^- \*\*([A-Z]\d*(?:\.\d+)?)\b/gm), match => match[1])
  expect(stated).toEqual([...rules])
})

test('a rule begins a line of the list', () => {
  expect([
    ...rulesIn('- **V1** The view.\n- **C1 Triggers** any.\nsee **V9**\n- **bold** text\n- **H4.12** owners'),
  ]).toEqual(['V1', 'C1', 'H4.12'])
})

test('test names are read in all their forms, and those of groups are not', () => {
  const text = [
    "test('V1 one', f)",
    "test.each([['V2']])('V3 %s', f)",
    "describe('V4', () => { it('T5, T6 and C2–C4', f) })",
    'test(`P1 $' + "{x} M', f`)",
    "test('M a line', f)",
    "test('H4.8, H4.12 a trail', f)",
    "said('V99')",
    "test('the H264 codec of a W3C page', f)",
  ].join('\n')
  expect(quotedIn(parse('a.test.ts', text))).toEqual([
    'V1',
    'V3',
    'T5',
    'T6',
    'C2',
    'C3',
    'C4',
    'P1',
    'M',
    'H4.8',
    'H4.12',
  ])
})
