import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { draw } from '../testing/draw.ts'
import { plan } from './plan.ts'
import { applySchedule, checkPolicy, classic, type Policy, presets } from './policy.ts'
import { limitOf, windowStatus } from './window.ts'

const room = (window: number) => ({ window, reserve: Math.min(16_384, window / 8) })

test.each([
  // window     overhead  due by balanced: overhead + 110,000 × the root of window / 200,000, at most 90% of the limit
  [200_000, 10_000, 120_000],
  [128_000, 10_000, 98_000],
  [1_000_000, 10_000, 255_967],
  [32_000, 3_000, 25_200],
  [200_000, 40_000, 150_000],
])('C19 balanced in a window of %i with %i tokens of instructions and tools is due at %i', (window, overhead, due) => {
  expect(applySchedule(presets.balanced, room(window), overhead).threshold).toEqual({
    share: null,
    tokens: due,
    messages: null,
    turns: null,
  })
})

test('C19 a policy without a schedule, and a window that nobody knows, are left as they are', () => {
  expect(applySchedule(classic, room(200_000), 10_000)).toBe(classic)
  expect(applySchedule(presets.economy, { window: null, reserve: 0 }, 10_000)).toBe(presets.economy)
})

test('C19 in any window a schedule gives a policy that holds, due below the limit, with a smaller target', () => {
  const preset = fc.constantFrom<Policy>(presets.balanced, presets.recall, presets.economy)
  fc.assert(
    fc.property(
      preset,
      fc.integer({ min: 2_000, max: 4_000_000 }),
      fc.double({ min: 0, max: 0.5, noNaN: true }),
      (policy, window, share) => {
        const here = applySchedule(policy, room(window), Math.floor(share * window))
        expect(checkPolicy(here)).toBe(here)
        expect(here.threshold.tokens).toBeLessThanOrEqual(limitOf(room(window))!)
        expect(here.target * window).toBeLessThanOrEqual(Math.max(here.threshold.tokens!, share * window))
        expect(here.cold! * window).toBeLessThanOrEqual(Math.max(here.threshold.tokens!, share * window))
        expect(here.keep.amount).toBeLessThan(here.threshold.tokens!)
      },
    ),
    { numRuns: 1_000 },
  )
})

describe('C19 cold moments', () => {
  const breakdown = { system: 0, tools: 0, summary: 0, protected: 0, messages: 0, attachments: 0 }
  const status = (used: number) =>
    windowStatus({ used, source: 'estimated', breakdown }, { window: 2_000, reserve: 100 })
  const branch = draw('u a u a u a u a u a u a')
  const decide = (policy: Policy, used: number, cache: 'warm' | 'cold') =>
    plan(branch, policy, { by: 'threshold', status: status(used), cache }).type
  const cold: Policy = { ...classic, cold: 0.4 }

  test.each([
    ['cold', 800, 'fold'],
    ['cold', 799, 'rest'],
    ['warm', 800, 'rest'],
    ['warm', 1_600, 'fold'],
  ] as const)('with a %s cache and %i of 2,000 tokens it is time to %s', (cache, used, type) => {
    expect(decide(cold, used, cache)).toBe(type)
  })
  test('a policy that does not ask for them never has one', () => {
    expect(decide(classic, 1_500, 'cold')).toBe('rest')
  })
})

test('C19 digests that would not reach the target give way to one summary, by cost alone', () => {
  const breakdown = { system: 0, tools: 0, summary: 0, protected: 0, messages: 0, attachments: 0 }
  const status = windowStatus({ used: 1_300, source: 'estimated', breakdown }, { window: 1_500, reserve: 100 })
  const branch = draw('u a u u u u u u u u u u a')
  const digest: Policy = { ...classic, strategy: 'digest', minSaving: 0 }
  const strategyOf = (policy: Policy) => {
    const decision = plan(branch, policy, { by: 'threshold', status })
    return decision.type === 'fold' ? decision.strategy : decision.reason
  }
  expect(strategyOf(digest)).toBe('digest')
  expect(strategyOf({ ...digest, schedule: presets.balanced.schedule })).toBe('summary')
})
