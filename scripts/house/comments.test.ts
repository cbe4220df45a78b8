import { expect, test } from 'vitest'
import { commentFaults } from './comments.ts'
import { inLibrary, isTest, parse, sources } from './source.ts'

test('every export of core is explained by a comment or by its type', () => {
  const core = sources.filter(source => /^(core|facts)\//.test(inLibrary(source) ?? '') && !isTest(source))
  expect(core.flatMap(commentFaults)).toEqual([])
})

const fields = (comment: string): string => `{\n${comment}\n${'  readonly a: 1\n'.repeat(7)}}`

test.each([
  ['export function view(): void {}', 'view'],
  ['export class Store {}', 'Store'],
  ['export const limit = 3', 'limit'],
  ['export const read = (a: 1) => a', 'read'],
  ['export const read = (a: 1): 1 => {\n  return a\n}', 'read'],
  [`export type Big = ${fields('')}`, 'Big'],
  ['export type Plan = 1\nexport function plan(): string {}', 'plan'],
  ['/** Far away. */\n\nexport function view(): void {}', 'view'],
])('%s needs a comment', (text, name) => {
  expect(commentFaults(parse('a.ts', text))).toEqual([`a.ts: ${name} has no comment`])
})

test.each([
  '/** What it promises. */\nexport function view(): void {}',
  'export type Role = "user"',
  'export const read = (a: 1): 1 => a',
  `export type Big = ${fields('  /** Why. */')}`,
  '/** What to do. */\nexport type Plan = 1\nexport function plan(): readonly Plan[] {}',
  'function hidden() {}',
])('%s explains itself', text => {
  expect(commentFaults(parse('a.ts', text))).toEqual([])
})
