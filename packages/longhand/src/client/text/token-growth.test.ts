import { expect, test } from 'vitest'
import type { DisplayEntry, Receipt } from '../api/contract.ts'
import { tokenGrowth } from './token-growth.ts'

const receipt = (number: number | null, whole: number, before: number, after: number) =>
  ({ number, whole, before, after }) as Receipt
const messages = (from: number, ...counts: readonly number[]) =>
  counts.map((count, at) => ({ type: 'message', number: from + at, count }) as unknown as DisplayEntry)
const told = (points: ReturnType<typeof tokenGrowth>) =>
  points.map(({ number, whole, before, after, receipt }) => [number, whole, before, after, receipt])

test('C11 tokens by message: what was said grows on, what the model reads falls where it was condensed', () => {
  const entries = messages(1, 100, 300, 200, 50, 150)
  expect(told(tokenGrowth({ receipts: [receipt(3, 600, 660, 200)], entries, used: 400 }))).toEqual([
    [0, 0, 0, 0, null],
    [1, 100, 110, 110, null],
    [2, 400, 440, 440, null],
    [3, 600, 660, 200, 1],
    [4, 650, 250, 250, null],
    [5, 800, 400, 400, null],
  ])
})

test('C11 where the messages were not read it is drawn straight from one condensing to the next', () => {
  const receipts = [receipt(40, 9_000, 9_000, 2_000), receipt(90, 21_000, 14_000, 3_000)]
  expect(told(tokenGrowth({ receipts, entries: messages(90, 10, 500), used: 3_500 }))).toEqual([
    [0, 0, 0, 0, null],
    [40, 9_000, 9_000, 2_000, 1],
    [90, 21_000, 14_000, 3_000, 2],
    [91, 21_500, 3_500, 3_500, null],
  ])
})

test('C11 what was condensed on a branch that was left, or before places were noted, is not on the line', () => {
  const receipts = [receipt(50, 500, 500, 100), receipt(90, 900, 600, 200), receipt(80, 820, 500, 150)]
  const numbers = (all: readonly Receipt[]) =>
    tokenGrowth({ receipts: all, entries: messages(85, 10), used: 200 }).map(({ number, receipt }) => [number, receipt])
  expect(numbers(receipts)).toEqual([
    [0, null],
    [50, 1],
    [80, 3],
    [85, null],
  ])
  expect(numbers([receipt(null, 0, 5, 1)])).toEqual([
    [0, null],
    [85, null],
  ])
})

test('C11 a long stretch is thinned out, and its ends stay', () => {
  const entries = messages(1, ...Array.from({ length: 5_000 }, () => 10))
  const points = tokenGrowth({ receipts: [receipt(4_999, 49_990, 49_990, 100)], entries, used: 110 })
  expect(points.length).toBeLessThan(130)
  expect([points[0]!.number, points.at(-2)!.number, points.at(-1)!.number]).toEqual([0, 4_999, 5_000])
})
