import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../root.mjs'
import { files } from './source.ts'

/** Homes and workplaces of whoever wrote the file, on any system. Ann is who our examples are about. */
const machine = /(?<![\w.])\/(?:work|root)\/\w|(?<![\w.])\/(?:home|Users)\/(?!ann\/)\w|[A-Z]:\\Users\\/

test('no file names a place on the machine it was written on', () => {
  const readable = files(root).filter(path =>
    /\.(ts|tsx|mjs|js|json|md|ya?ml|toml|sql|hbs|css|html|sh)$|\/run$/.test(path),
  )
  const faults = readable.filter(path => machine.test(readFileSync(path, 'utf8'))).map(path => relative(root, path))
  expect(readable.length).toBeGreaterThan(50)
  expect(faults).toEqual([])
})

test.each([
  [['', 'root', 'shop'].join('/'), true],
  [['see ', 'work', 'notes'].join('/'), true],
  [['', 'home', 'bob', 'x'].join('/'), true],
  [['C:', 'Users', 'bob'].join('\\'), true],
  ['/home/ann/shop/src/cart.ts', false],
  ['./work/notes and https://example.com/root/x', false],
])('%s is such a place: %s', (text, expected) => {
  expect(machine.test(text)).toBe(expected)
})
