import { expect, test } from 'vitest'
import { user } from '../core/message.ts'
import { firstPageSize, nextPageSize } from './page-size.ts'

const page = (size: number, letters: number) =>
  Array.from({ length: size }, (_, at) => {
    const entry = { type: 'message', id: `m${at}`, depth: at + 1, number: at + 1, count: 1 } as const
    return { entry: { ...entry, message: user('x'.repeat(letters)) } }
  })

test.each([
  // read  letters    most  next
  [firstPageSize, 100, 500, 16], // short ones: more and more
  [128, 100, 500, 500],
  [128, 20_000, 500, 49], // about a million letters
  [2, 4_000_000, 500, 1], // never less than one
  [0, 0, 500, 1],
])('after %i entries of %i letters, at most %i: %i', (size, letters, most, next) => {
  expect(nextPageSize(page(size, letters), most)).toBe(next)
})
