import { expect, test } from 'vitest'
import { parse, sources } from './source.ts'
import { repeatedTypes } from './type-names.ts'

test('one exported type name means one thing in the library', () => {
  expect(repeatedTypes(sources)).toEqual([])
})

test('types, interfaces and classes count; tests, values and names that are only passed on do not', () => {
  const at = (path: string, text: string) => parse(`packages/longhand/src/${path}`, text)
  const one = at('a.ts', 'export type Draft = 1; export const Call = 1; type Held = 1')
  const two = at('b.ts', "export interface Draft {} export { type Call } from './a.ts'; export type Held = 1")
  expect(repeatedTypes([one, two, at('c.test.ts', 'export type Held = 1')])).toEqual(['Draft: a.ts, b.ts'])
})
