import { describe, expect, test } from 'vitest'
import {
  formatDuration,
  formatMessageNumbers,
  formatMoney,
  formatNumber,
  formatPercent,
  formatPrecisePercent,
  formatPrice,
  formatRates,
  formatTime,
  formatWhen,
  pluralize,
} from './format.ts'

test.each([
  [formatNumber(58_880), '58,880'],
  [formatNumber(1_200.6), '1,201'],
  [formatPercent(0.0191), '2%'],
  [formatPercent(0.1445), '14%'],
  [formatPrecisePercent(0.341), '34.1%'],
  [formatMoney(0.004), '$0.004'],
  [formatMoney(0.42), '$0.42'],
  [formatMoney(0), '$0.00'],
  [formatMoney(-1.5), '−$1.50'],
  [formatPrice(0.004), '$0.004'],
  [formatPrice(0), 'free'],
  [formatPrice(null), 'unknown'],
  [formatRates({ input: 0.15, output: 10 }), '$0.15 / $10.00'],
  [formatRates({ input: 0, output: 0 }), 'free'],
  [formatRates(null), 'unknown'],
  [formatDuration(3100), '3.1 s'],
  [formatDuration(12), '12 ms'],
  [formatDuration(61_000), '61 s'],
  [formatDuration(600_000), '10 min'],
  [pluralize(1, 'message'), '1 message'],
  [pluralize(1204, 'message'), '1,204 messages'],
])('a figure reads %s', (shown, wanted) => {
  expect(shown).toBe(wanted)
})

describe('when, seen on a Sunday', () => {
  const now = new Date(2026, 10, 15, 12, 0).getTime()
  const at = (...date: [number, number, number, number?, number?]) => new Date(...date).toISOString()
  test.each([
    [at(2026, 10, 15, 9, 5), '09:05'],
    [at(2026, 10, 14, 23, 59), 'yesterday'],
    [at(2026, 10, 12), 'Thursday'],
    [at(2026, 10, 8), '8 Nov'],
    [at(2025, 10, 8), '8 Nov 2025'],
  ])('%s is %s', (date, wanted) => {
    expect(formatWhen(date, now)).toBe(wanted)
  })

  test('a clock that runs ahead shows a time, not tomorrow', () => {
    expect(formatWhen(at(2026, 10, 16, 1, 0), now)).toBe(formatTime(at(2026, 10, 16, 1, 0)))
  })
})

test.each([
  [[24], '¶ 24'],
  [[18, 17], '¶ 17–18'],
  [[45, 24, 24], '¶ 24, 45'],
  [[1, 2, 3, 7], '¶ 1–3, 7'],
])('messages %j are written %s', (numbers, wanted) => {
  expect(formatMessageNumbers(numbers)).toBe(wanted)
})
