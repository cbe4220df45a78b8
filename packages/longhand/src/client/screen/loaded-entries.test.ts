import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { DisplayEntry } from '../api/contract.ts'
import { insertEntry, mergeNewestPage, prependPage } from './loaded-entries.ts'

const entry = (depth: number, id = `e${depth}`): DisplayEntry => ({
  type: 'message',
  id,
  depth,
  number: depth,
  count: 1,
  at: '2026-11-15T12:00:00Z',
  message: { role: 'user', parts: [{ type: 'text', text: id }] },
})
const run = (from: number, to: number, prefix = 'e') =>
  Array.from({ length: to - from + 1 }, (_, at) => entry(from + at, `${prefix}${from + at}`))
const ids = (entries: readonly DisplayEntry[]) => entries.map(({ id }) => id).join(' ')

test('V1 pages read upwards give the whole branch, whatever their size', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 1, max: 20 }), (length, size) => {
      const branch = run(1, length)
      let stretch = { entries: branch.slice(-size), more: length > size }
      while (stretch.more) {
        const before = stretch.entries[0]!.depth
        const page = branch.filter(({ depth }) => depth < before).slice(-size)
        stretch = { ...prependPage(stretch, { entries: page, more: page[0]!.depth > 1 }) } as typeof stretch
      }
      expect(ids(stretch.entries)).toBe(ids(branch))
    }),
    { numRuns: 1000 },
  )
})

test('the newest page read again keeps what was read above it on the same branch', () => {
  const stretch = { entries: run(1, 10), more: false }
  expect(ids(mergeNewestPage(stretch, { entries: run(6, 12), more: true }).entries)).toBe(ids(run(1, 12)))
})

test('V9 a page of another branch takes the place of all that was shown', () => {
  const stretch = { entries: run(1, 10), more: false }
  const page = { entries: run(6, 9, 'x'), more: true }
  expect(mergeNewestPage(stretch, page)).toEqual(page)
})

test('an entry in the place of another starts a fork: what came after it goes', () => {
  expect(ids(insertEntry(run(1, 10), entry(7, 'fork')))).toBe('e1 e2 e3 e4 e5 e6 fork')
})

test('an entry that is known is put in its place, not added', () => {
  expect(ids(insertEntry(run(1, 3), entry(2)))).toBe('e1 e2 e3')
})

test('a page that does not join is left out', () => {
  const stretch = { entries: run(10, 12), more: true }
  expect(prependPage(stretch, { entries: run(1, 5), more: false })).toEqual(stretch)
})
