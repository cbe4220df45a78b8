/** Stops compactions that fail or gain nothing, and tries again by itself. Plain, so that it can be stored. */
export type Breaker = {
  /** Failures, or compactions that gained nothing, in a row. */
  readonly strikes: number
  /** How often it has opened without a success in between: each time it waits longer. */
  readonly opened: number
  /** When the next try is allowed; null while it is closed. */
  readonly until: number | null
}

export const closedBreaker: Breaker = { strikes: 0, opened: 0, until: null }

const strikesToOpen = 3
const waits = [60_000, 300_000, 900_000, 3_600_000] as const

/** Whether a compaction may be tried: always while closed, once when the wait is over. */
export const mayTry = (breaker: Breaker, now: number): boolean => breaker.until === null || now >= breaker.until

/** The breaker after a try. Structural reasons to rest (too short, nothing to fold) are no tries. */
export function afterTry(breaker: Breaker, outcome: 'gained' | 'gained-nothing' | 'failed', now: number): Breaker {
  if (outcome === 'gained') return closedBreaker
  const strikes = breaker.strikes + 1
  // One failure is enough to open it again after the wait: the world has not changed.
  if (strikes < strikesToOpen && breaker.opened === 0) return { ...breaker, strikes }
  const wait = waits[Math.min(breaker.opened, waits.length - 1)]!
  return { strikes: 0, opened: breaker.opened + 1, until: now + wait }
}
