import { expect, test } from 'vitest'
import { retryWait } from './retry.ts'

const sentence = ''

test.each([
  // trouble                                                      tries chance  wait
  [{ type: 'unavailable', sentence }, 0, 1, 500],
  [{ type: 'unavailable', sentence }, 0, 0, 250], // jitter
  [{ type: 'unavailable', sentence }, 1, 1, 1000],
  [{ type: 'unavailable', sentence }, 2, 1, null],
  [{ type: 'rate-limited', retryAfterMs: 2000, sentence }, 0, 1, 2000],
  [{ type: 'overloaded', retryAfterMs: null, sentence }, 0, 1, 500],
  [{ type: 'rate-limited', retryAfterMs: 120_000, sentence }, 0, 1, null],
  [{ type: 'refused-key', sentence }, 0, 1, null],
  [{ type: 'overflow', used: 2, limit: 1 }, 0, 1, null],
] as const)('F3 %o after %i tries waits', (failure, tries, chance, wait) => {
  expect(retryWait(failure, tries, chance)).toBe(wait)
})
