import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../root.mjs'
import { files } from './source.ts'

/** Homes and workplaces of whoever wrote the file, on any system. */
const machine = /(?<![\w.])\/(?:work|root)\/|(?<![\w.])\/(?:home|Users)\/(?!ann\/)\w|[A-Z]:\\Users\\/

test('no file names a place on the machine it was written on', () => {
  const text = files(root).filter(path =>
    /\.(ts|tsx|mjs|js|json|md|ya?ml|toml|sql|hbs|css|html|txt|sh)$|\/run$/.test(path),
  )
  const faults = text.filter(path => machine.test(readFileSync(path, 'utf8'))).map(path => relative(root, path))
  expect(text.length).toBeGreaterThan(50)
  expect(faults).toEqual([])
})
