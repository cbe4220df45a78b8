import { expect, test } from 'vitest'
import { linesOf } from './printed.ts'

test('Q3 a long line is read in stretches, and no word of it is cut', () => {
  const words = Array.from({ length: 300 }, (_, at) => `commitMessage${at}`)
  const stretches = linesOf(words.join(' '))
  expect(stretches.length).toBeGreaterThan(5)
  expect(stretches.every(line => line.length <= 600)).toBe(true)
  expect(stretches.flatMap(line => line.split(' '))).toEqual(words)
})

test('Q3 a line without an end of a word is cut all the same', () => {
  expect(linesOf('a'.repeat(1_500)).map(line => line.length)).toEqual([600, 600, 300])
})
