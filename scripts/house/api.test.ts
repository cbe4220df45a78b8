import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { apiText } from '../api/api-text.ts'
import { publicNames, typesBehind } from '../api/public-names.ts'
import { root } from '../root.mjs'

const doors = publicNames()
const names = [...doors.values()].flat()

test('every public name has a sentence above it that says what it is', () => {
  const silent = names.filter(({ comment }) => !/^[^a-z].*[.…]$/s.test(comment))
  expect(silent.map(({ name, file }) => `${file} ${name}`)).toEqual([])
})

test('the types of public names are written down, not inferred', () => {
  expect(names.flatMap(({ inferred }) => inferred)).toEqual([])
})

test('docs/api.md is what `npm run api` writes', () => {
  const isNew = readFileSync(join(root, 'docs/api.md'), 'utf8') === apiText(doors, typesBehind(doors))
  expect(isNew ? '' : 'docs/api.md is not what the sources say. Run: npm run api').toBe('')
})
