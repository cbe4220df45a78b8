import fc from 'fast-check'
import { expect, test } from 'vitest'
import { foldBudget, partOf, withoutProse } from './fold-budget.ts'
import { classic } from './policy.ts'
import { thresholdTokens } from './threshold.ts'

const room = (window: number) => ({ window, reserve: 0 })

test('C7 Q2 the text of a fold is bounded by max_tokens, by 15% of the window, and by what the target leaves', () => {
  expect(foldBudget(classic, room(100_000), { staying: 10_000, digested: 0 })).toEqual({
    prose: 2_000,
    ledger: 15_000,
    minLedger: 8_000,
    maxLedger: 52_000,
  })
  expect(foldBudget(classic, room(100_000), { staying: 40_000, digested: 0 })).toEqual({
    prose: 2_000,
    ledger: 8_000,
    minLedger: 0,
    maxLedger: 22_000,
  })
})

test('Q2 what stays may pass the target: the text gets a quarter of what is left below the threshold, and up to half', () => {
  expect(foldBudget(classic, room(100_000), { staying: 50_001, digested: 0 })).toEqual({
    prose: 2_000,
    ledger: 5_499,
    minLedger: 0,
    maxLedger: 12_999,
  })
  expect(foldBudget(classic, room(100_000), { staying: 60_000, digested: 0 })).toEqual({
    prose: 2_000,
    ledger: 4_000,
    minLedger: 0,
    maxLedger: 6_000,
  })
})

test('Q2 what stays may pass even that: the text gets 7.5% of the threshold while the view stays below it, or within the limit where it must only fit', () => {
  const textBeside = (staying: number, getsUnder: 'threshold' | 'limit') => {
    const { prose, maxLedger } = foldBudget(classic, room(100_000), { staying, digested: 0, getsUnder })
    return prose + maxLedger
  }
  expect(textBeside(68_000, 'threshold')).toBe(6_000)
  expect(textBeside(75_000, 'threshold')).toBe(1_000)
  expect(textBeside(75_000, 'limit')).toBe(6_000)
  expect(textBeside(95_000, 'limit')).toBe(3_000)
  expect(textBeside(99_000, 'limit')).toBe(200)
})

test('C1 a threshold of its own, in tokens, is what the text must stay below', () => {
  const policy = { ...classic, threshold: { ...classic.threshold, tokens: 60_000 } }
  expect(foldBudget(policy, room(1_000_000), { staying: 10_000, digested: 0 })).toEqual({
    prose: 2_000,
    ledger: 25_500,
    minLedger: 8_000,
    maxLedger: 36_000,
  })
})

test.each([
  // window, staying, lines
  [16_000, 2_000, 1_600],
  [32_000, 1_000, 8_000],
  [32_000, 8_000, 1_200],
  [32_000, 13_000, 0],
  [200_000, 20_000, 8_000],
])(
  'C21 in a window of %i with %i that stay, a text has %i tokens of lines beyond its facts',
  (window, staying, lines) => {
    const { ledger, minLedger } = foldBudget(classic, room(window), { staying, digested: 0 })
    expect(minLedger).toBe(lines)
    expect(ledger).toBeGreaterThanOrEqual(lines)
  },
)

test('Q2 however much stays, the view with the longest text leaves room below the threshold', () => {
  fc.assert(
    fc.property(
      fc.record({
        window: fc.integer({ min: 4_000, max: 2_000_000 }),
        stays: fc.double({ min: 0, max: 0.75, noNaN: true }),
        tokens: fc.option(fc.integer({ min: 4_000, max: 2_000_000 })),
        target: fc.double({ min: 0.1, max: 1, noNaN: true }),
      }),
      ({ window, stays, tokens, target }) => {
        const policy = { ...classic, target, threshold: { ...classic.threshold, tokens } }
        const due = thresholdTokens(policy.threshold, room(window))!
        const staying = Math.floor(due * stays)
        const { prose, ledger, maxLedger } = foldBudget(policy, room(window), { staying, digested: 0 })
        expect(ledger).toBeLessThanOrEqual(maxLedger)
        expect(staying + prose + maxLedger).toBeLessThanOrEqual(Math.max(due * 0.95, target * window, staying + 200))
        expect(staying + prose + maxLedger).toBeLessThan(due)
      },
    ),
  )
})

test('C4 a digest may take three tenths of its run, however much stays beside it', () => {
  const tokens = { staying: 80_000, digested: 10_000 }
  expect(foldBudget(classic, room(100_000), tokens)).toEqual({
    prose: 1_200,
    ledger: 1_800,
    minLedger: 0,
    maxLedger: 1_800,
  })
})

test('a text that no model writes has all of the budget; several share one', () => {
  const budget = { prose: 2_000, ledger: 8_000, minLedger: 4_000, maxLedger: 20_000 }
  expect(withoutProse(budget)).toEqual({ prose: 0, ledger: 10_000, minLedger: 6_000, maxLedger: 22_000 })
  expect(partOf(budget, 1 / 4)).toEqual({ prose: 500, ledger: 2_000, minLedger: 1_000, maxLedger: 5_000 })
})

test('C21 lines beyond the facts take no more than someone allows', () => {
  const lines = (maxLines?: number) =>
    foldBudget(classic, room(32_000), { staying: 1_000, digested: 0, ...(maxLines !== undefined && { maxLines }) })
      .minLedger
  expect([lines(), lines(20_000), lines(4_500), lines(0)]).toEqual([8_000, 8_000, 4_500, 0])
})
