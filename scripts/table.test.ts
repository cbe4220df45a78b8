import { expect, test } from 'vitest'
import { table } from './table.ts'

test('a table lines up its columns and puts numbers to the right', () => {
  expect(
    table(
      ['case', 'ms'],
      [
        ['prose', 1.5],
        ['a|b', 12_000],
      ],
    ),
  ).toBe(['| case  |     ms |', '|-------|-------:|', '| prose |    1.5 |', '| a\\|b  | 12,000 |'].join('\n'))
})

test('a table without rows is its head alone', () => {
  expect(table(['a', 'b'], [])).toBe('| a   | b   |\n|-----|-----|')
})
