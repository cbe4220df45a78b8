import { readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../root.mjs'
import { acts } from './side-effects.ts'
import { inLibrary, isTest, parse, sources } from './source.ts'

const { sideEffects }: { sideEffects: readonly string[] } = JSON.parse(
  readFileSync(join(root, 'packages/longhand/package.json'), 'utf8'),
)

test('what does something when it is imported is listed in sideEffects, and nothing else', () => {
  const shipped = sources.filter(
    source => inLibrary(source) !== null && !isTest(source) && !/\.d\.ts$|\/make\.ts$|src\/testing\//.test(source.path),
  )
  const listed = shipped.filter(({ path }) =>
    sideEffects.some(glob => posix.matchesGlob(path, posix.join('packages/longhand', glob))),
  )
  expect(listed.map(({ path }) => path)).toEqual(shipped.filter(acts).map(({ path }) => path))
})

test.each([
  ["export const a = new Map()\nexport type { B } from './b.ts'", false],
  ["import './Bar.css'\nexport function Bar() {}", false],
  ["import './base.css'\nexport { Bar } from './Bar.tsx'", true],
  ["import './register.ts'\nexport const a = 1", true],
  ["process.on('exit', () => {})", true],
  ['for (const name of names) table.set(name, 1)', true],
])('%j acts: %s', (text, does) => {
  expect(acts(parse('x/a.ts', text))).toBe(does)
})
