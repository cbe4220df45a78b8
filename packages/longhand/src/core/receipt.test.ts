import { expect, test } from 'vitest'
import { measuredRetention } from './receipt.ts'

test.each([
  [0, null],
  [4, null],
  [5, 0.8],
  [null, 0.8],
])('Q2 of %j facts, a share of 0.8 is told as %j', (facts, told) => {
  expect(measuredRetention({ facts, retention: 0.8 })).toBe(told)
})
