import fc from 'fast-check'
import { expect, test } from 'vitest'
import { afterAttempt, type Breaker, breakerFrom, closedBreaker, mayAttempt } from './breaker.ts'

const strike = (breaker: Breaker, times: number, now = 0) => {
  let struck = breaker
  for (let time = 0; time < times; time++) struck = afterAttempt(struck, 'failed', now)
  return struck
}

test('F3 the breaker opens after three failures in a row, not before', () => {
  expect(mayAttempt(strike(closedBreaker, 2), 0)).toBe(true)
  expect(mayAttempt(strike(closedBreaker, 3), 0)).toBe(false)
})

test('F3 gaining nothing counts like failing', () => {
  const twice = strike(closedBreaker, 2)
  expect(mayAttempt(afterAttempt(twice, 'gained-nothing', 0), 0)).toBe(false)
})

test('F3 it half-opens by itself after one minute, then five, fifteen, sixty', () => {
  let breaker = strike(closedBreaker, 3, 0)
  let now = 0
  for (const minutes of [1, 5, 15, 60, 60]) {
    expect(mayAttempt(breaker, now + minutes * 60_000 - 1)).toBe(false)
    now += minutes * 60_000
    expect(mayAttempt(breaker, now)).toBe(true)
    breaker = afterAttempt(breaker, 'failed', now)
  }
})

test('F3 one success closes it', () => {
  expect(afterAttempt(strike(closedBreaker, 3), 'gained', 0)).toEqual(closedBreaker)
})

test('F3 however it went, it never stays open for ever', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom('gained', 'gained-nothing', 'failed')), outcomes => {
      let breaker = closedBreaker
      for (const outcome of outcomes) breaker = afterAttempt(breaker, outcome as 'gained', 0)
      expect(mayAttempt(breaker, 3_600_000)).toBe(true)
    }),
    { numRuns: 1000 },
  )
})

const hour = 3_600_000

test('F3 after crashes it waits six hours, then a day, and half-opens by itself', () => {
  const once = afterAttempt(closedBreaker, 'crashed', 0)
  expect([mayAttempt(once, 6 * hour - 1), mayAttempt(once, 6 * hour)]).toEqual([false, true])
  const twice = afterAttempt(once, 'crashed', 6 * hour)
  expect([mayAttempt(twice, 30 * hour - 1), mayAttempt(twice, 30 * hour)]).toEqual([false, true])
})

test('F3 a try that fails while it is open does not make the wait shorter, nor the crashes forgotten', () => {
  const failed = afterAttempt(afterAttempt(closedBreaker, 'crashed', 0), 'failed', hour)
  expect(failed.crashed).toBe(true)
  expect([mayAttempt(failed, 6 * hour - 1), mayAttempt(failed, 6 * hour)]).toEqual([false, true])
})

test('F3 a clock that is set back behind its opening does not keep it open, clocks that differ a little do not open it', () => {
  const breaker = strike(closedBreaker, 3, 10 * hour)
  expect(mayAttempt(breaker, 10 * hour - 30_000)).toBe(false)
  expect(mayAttempt(breaker, 9 * hour)).toBe(true)
  expect(mayAttempt(strike(breaker, 1, 9 * hour), 9 * hour + 5 * 60_000)).toBe(true)
})

test('F3 F6 whatever was stored as a breaker, a day later it lets something be tried', () => {
  const odd = fc.oneof(fc.double(), fc.integer(), fc.string(), fc.constant(null), fc.boolean(), fc.constant(1e15))
  const stored = fc.oneof(odd, fc.record({ strikes: odd, opened: odd, since: odd, until: odd, crashed: odd }))
  fc.assert(
    fc.property(stored, fc.constantFrom('failed', 'crashed'), (state, outcome) => {
      const breaker = breakerFrom(state)
      const now = 1e12
      expect(mayAttempt(breaker, now + 25 * hour) || mayAttempt(breaker, now)).toBe(true)
      const after = afterAttempt(breaker, outcome as 'failed', now)
      expect(mayAttempt(after, now + 49 * hour)).toBe(true)
    }),
    { numRuns: 1000 },
  )
  expect(breakerFrom({ strikes: 0, opened: 1, until: 5 })).toEqual({ ...closedBreaker, opened: 1, until: 5 })
})
