import { expect, test } from 'vitest'
import { purityFaults } from './purity.ts'
import { inLibrary, isTest, parse, sources } from './source.ts'

test('core has no clock, no chance, no waiting and no outside world', () => {
  const core = sources.filter(source => /^(core|facts)\//.test(inLibrary(source) ?? '') && !isTest(source))
  expect(core.length).toBeGreaterThan(10)
  expect(core.flatMap(purityFaults)).toEqual([])
})

test.each([
  ['Date.now()', 'Date'],
  ['const at = new Date()', 'Date'],
  ['Math.random()', 'random'],
  ['const draw = Math["random"]; setTimeout(f, 1)', 'setTimeout'],
  ['async function f() {}', 'async'],
  ['const f = async () => 1', 'async'],
  ['await f()', 'await'],
  ['const home = process.env', 'process'],
  ['globalThis.x', 'globalThis'],
  ['crypto.randomUUID()', 'crypto'],
  ['console.log(1)', 'console'],
  ['(1).toLocaleString()', 'toLocaleString'],
  ['a.localeCompare(b)', 'localeCompare'],
  ['import.meta.url', 'import.meta'],
  ['const { Date: x } = y; const z = { Date }', 'Date'],
])('%s is not pure: %s', (text, what) => {
  expect(purityFaults(parse('a.ts', text))).toEqual([`a.ts:1 uses ${what}`])
})

test.each([
  'type T = { Date: string; process(): void }',
  'part.process.console',
  '// Date.now() in a comment\nconst a = "Math.random()"',
  'Math.max(1, 2)',
])('%s is pure', text => {
  expect(purityFaults(parse('a.ts', text))).toEqual([])
})
