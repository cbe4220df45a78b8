import { expect, test } from 'vitest'
import { nameFaults } from './names.ts'
import { parse, sources } from './source.ts'

test('names of files and exports say what a thing is', () => {
  const owned = sources.filter(({ path }) => path.startsWith('packages/') || path.startsWith('apps/'))
  expect(owned.flatMap(nameFaults)).toEqual([])
})

test.each([
  ['src/utils.ts', '', 'utils has the word "utils"'],
  ['src/message-v2.ts', '', 'message-v2 has the word "v2"'],
  ['src/a.ts', 'export const parseMsg = 1', 'parseMsg has the word "msg"'],
  ['src/a.ts', 'export type HTTPHandler = 1', 'HTTPHandler has the word "handler"'],
  ['src/a.ts', 'export class DataStore {}', 'DataStore has the word "data"'],
  ['src/a.ts', 'const x = 1; export { x as baseUrl }', 'baseUrl has the word "base"'],
  ['src/a.ts', "export { innerView } from './b.ts'", 'innerView has the word "inner"'],
])('%s with %s: %s', (path, text, fault) => {
  expect(nameFaults(parse(path, text))).toEqual([`${path}: ${fault}`])
})

test('a word inside another word is no fault', () => {
  expect(nameFaults(parse('src/database.ts', 'export const baseline = 1, processed = 2; const data = 3'))).toEqual([])
})
