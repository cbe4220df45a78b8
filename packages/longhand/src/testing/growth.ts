import type { HostileText } from './hostile-text.ts'

/** Something that takes more time than the length of a text accounts for. */
export type Growth = {
  readonly text: string
  readonly length: number
  /** Milliseconds of the processor for the length, and for twice the length. */
  readonly ms: readonly [number, number]
}

/** Where the time of a function at twice the length is more than this many times that at the length; null when nowhere. */
export const mostGrowth = 2.5

/**
 * Holds the time of a function against the length of a text; null when it grows in proportion. What is done too fast to
 * be measured passes. Only what stays out of proportion at every length that is tried fails, so a process that was
 * interrupted, or a cache that was filled, is not taken for it.
 */
export function growthOn(run: (text: string) => unknown, { name, grow }: HostileText, start = 8_000): Growth | null {
  const timed = (length: number): number => {
    const text = flat(grow(length))
    const before = process.threadCpuUsage()
    run(text)
    const { user, system } = process.threadCpuUsage(before)
    return (user + system) / 1000
  }
  // What is slow on a few lines is not waited for on many.
  const few = timed(200)
  if (few > tooSlow) return { text: name, length: 200, ms: [timed(100), few] }
  let found: Growth | null = null
  for (let length = start; length <= start * 16; length *= 2) {
    const first = timed(length)
    if (first < measurable) return null
    const twice = timed(2 * length)
    if (twice <= mostGrowth * first) return null
    // Out of proportion at first sight; whoever was interrupted gets another look.
    const once = Math.min(first, timed(length))
    if (Math.min(twice, timed(2 * length)) <= mostGrowth * once) return null
    found = { text: name, length, ms: [once, twice] }
    if (twice > tooLong) return found
  }
  return found
}

/** Milliseconds below which a time says nothing. */
const measurable = 4
/** Milliseconds for two hundred characters, and at any length. */
const tooSlow = 150
const tooLong = 600

/** A text that is built of pieces is put together when it is first read; that is not the reader's time. */
function flat(text: string): string {
  text.charCodeAt(text.length >> 1)
  return text
}
