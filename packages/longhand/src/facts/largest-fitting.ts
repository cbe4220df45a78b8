import type { Steps } from '../core/steps.ts'

/** How many of the first things fit, where fewer fit whenever more do. A good guess saves most of the tries. */
export function largestFitting(max: number, fits: (count: number) => boolean, guess: number = max >> 1): number {
  let low = 0
  let high = max + 1
  for (let at = guess, step = Math.max(1, max >> 5); at > low && at < high; step *= 2) {
    if (fits(at)) low = at
    else high = at
    at += low === at ? step : -step
  }
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (fits(middle)) low = middle
    else high = middle
  }
  return low
}

/**
 * The same where the size of the first so many things takes long to find out. The estimates, one for each number of
 * things, only have to grow like it: what they were off by corrects the next try. Each try is a step.
 */
export function* largestWithin(
  limit: number,
  estimates: readonly number[],
  sizeOf: (count: number) => number,
): Steps<number> {
  let low = 0
  let high = estimates.length
  let off = 0
  for (let tries = 0; high - low > 1; tries++) {
    const guess = tries < maxGuesses ? firstBeyond(estimates, limit - off) - 1 : (low + high) >> 1
    const at = Math.min(high - 1, Math.max(low + 1, guess))
    yield
    const size = sizeOf(at)
    off = size - estimates[at]!
    if (size <= limit) low = at
    else high = at
  }
  return low
}

const maxGuesses = 8

/** The index of the first number of a rising list that is larger. */
function firstBeyond(rising: readonly number[], limit: number): number {
  let low = 0
  let high = rising.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (rising[middle]! <= limit) low = middle + 1
    else high = middle
  }
  return low
}
