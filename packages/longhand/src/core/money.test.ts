import { expect, test } from 'vitest'
import { cheaperRequest, costOf, savingOf } from './money.ts'

/** Dollars per million, as a leading provider charges. */
const prices = { input: 5, output: 25, cacheRead: 0.5, cacheWrite: 6.25 }

test('C11 a request costs its fresh, cached and written tokens, each at its price', () => {
  expect(costOf({ input: 1_000_000, output: 0, cacheRead: 0, cacheWrite: 0 }, prices)).toBe(5)
  expect(costOf({ input: 1_000_000, output: 100_000, cacheRead: 900_000, cacheWrite: 50_000 }, prices)).toBeCloseTo(
    0.25 + 2.5 + 0.45 + 0.3125,
  )
})

test('C11 the saving counts the cache that must be written anew', () => {
  const bill = { before: 160_000, after: 20_000, cost: 0.1 }
  const outlook = { prices, growth: 2_000 }
  expect(savingOf(bill, outlook)).toBeCloseTo((70 * 140_000 * 0.5 - 20_000 * 5.75) / 1e6 - 0.1)
  expect(savingOf({ ...bill, after: 150_000 }, outlook)).toBeLessThan(0)
})

test('C19 a warm cache is worth using for a long span, a cheap model for a short one, and a cold cache never', () => {
  const cheap = { input: 5 / 3, output: 25 / 3, cacheRead: 0.17, cacheWrite: 2.08 }
  const forms = { view: 160_000, cached: 158_000, summary: 3_000, chat: prices, summariser: cheap }
  expect(cheaperRequest({ ...forms, span: 150_000 })).toBe('warm')
  expect(cheaperRequest({ ...forms, span: 20_000 })).toBe('cold')
  expect(cheaperRequest({ ...forms, span: 150_000, cached: 0 })).toBe('cold')
})
