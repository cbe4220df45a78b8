import { expect, test } from 'vitest'
import { gainAtEnd, growthOf } from './soak.ts'

const mb = (count: number, at: (sample: number) => number): readonly number[] =>
  Array.from({ length: count }, (_, sample) => at(sample))

test('N13 memory that rises only while it warms up has not grown', () => {
  const warming = mb(60, sample => (sample < 10 ? 100 + 10 * sample : 200))
  expect(growthOf(warming)).toEqual({ warm: 200, last: 200, share: 0 })
})

test('N13 single samples that jump change nothing', () => {
  expect(growthOf(mb(60, sample => (sample % 7 === 0 ? 300 : 200))).share).toBe(0)
})

test('N13 memory that keeps rising has grown', () => {
  expect(growthOf(mb(60, sample => 200 + sample)).share).toBeGreaterThan(0.05)
})

test('N13 what memory still gains at the end is told by the minute', () => {
  // Sixty samples in thirty minutes: two a minute.
  expect(
    gainAtEnd(
      mb(60, sample => 200 + sample),
      30,
    ),
  ).toBeCloseTo(2)
  expect(
    gainAtEnd(
      mb(60, sample => (sample < 40 ? 200 + sample : 300)),
      30,
    ),
  ).toBe(0)
})
