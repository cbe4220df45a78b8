import { describe, expect, test } from 'vitest'
import {
  clock,
  duration,
  finePercent,
  grouped,
  money,
  paragraphs,
  percent,
  plural,
  price,
  rates,
  when,
} from './format.ts'

test.each([
  [grouped(58_880), '58,880'],
  [grouped(1_200.6), '1,201'],
  [percent(0.0191), '2%'],
  [percent(0.1445), '14%'],
  [finePercent(0.341), '34.1%'],
  [money(0.004), '$0.004'],
  [money(0.42), '$0.42'],
  [money(0), '$0.00'],
  [money(-1.5), '−$1.50'],
  [price(0.004), '$0.004'],
  [price(0), 'free'],
  [price(null), 'unknown'],
  [rates({ input: 0.15, output: 10 }), '$0.15 / $10.00'],
  [rates({ input: 0, output: 0 }), 'free'],
  [rates(null), 'unknown'],
  [duration(3100), '3.1 s'],
  [duration(12), '12 ms'],
  [duration(61_000), '61 s'],
  [duration(600_000), '10 min'],
  [plural(1, 'message'), '1 message'],
  [plural(1204, 'message'), '1,204 messages'],
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
    expect(when(date, now)).toBe(wanted)
  })

  test('a clock that runs ahead shows a time, not tomorrow', () => {
    expect(when(at(2026, 10, 16, 1, 0), now)).toBe(clock(at(2026, 10, 16, 1, 0)))
  })
})

test.each([
  [[24], '¶ 24'],
  [[18, 17], '¶ 17–18'],
  [[45, 24, 24], '¶ 24, 45'],
  [[1, 2, 3, 7], '¶ 1–3, 7'],
])('messages %j are written %s', (numbers, wanted) => {
  expect(paragraphs(numbers)).toBe(wanted)
})
