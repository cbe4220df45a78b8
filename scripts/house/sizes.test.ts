import { expect, test } from 'vitest'
import { isTest, sources } from './source.ts'

/** Files that may be longer, each with its reason. */
const allowed: readonly string[] = []

test('a source has at most 300 lines, a test at most 500', () => {
  const long = sources.flatMap(source => {
    const lines = source.text.split('\n').length - 1
    return lines > (isTest(source) ? 500 : 300) ? [source.path] : []
  })
  expect(long).toEqual(allowed)
})
