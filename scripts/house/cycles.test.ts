import { expect, test } from 'vitest'
import { cycles } from './cycles.ts'
import { parse, sources } from './source.ts'

test('no files import each other in a circle, types included, anywhere in the repository', () => {
  expect(cycles(sources).map(group => group.join(' ↔ '))).toEqual([])
})

test('a circle is found and named, one through types as well', () => {
  const a = parse('x/a.ts', "import './b.ts'")
  const c = parse('x/c.ts', "import './a.ts'")
  expect(cycles([a, parse('x/b.ts', "export { c } from './c.ts'"), c])).toEqual([['x/a.ts', 'x/b.ts', 'x/c.ts']])
  expect(cycles([a, parse('x/b.ts', "import type { A } from './a.ts'"), c])).toEqual([['x/a.ts', 'x/b.ts']])
  expect(cycles([a, parse('x/b.ts', "type T = import('./a.ts').A")])).toEqual([['x/a.ts', 'x/b.ts']])
  expect(cycles([parse('x/d.ts', "import './d.ts'")])).toEqual([['x/d.ts']])
  expect(cycles([a, parse('x/b.ts', ''), c])).toEqual([])
})
