/** Something of any size to be read: a text, a conversation. */
export type Growing<Input> = { readonly name: string; readonly grow: (length: number) => Input }

/** Something that takes more time than the length of what it reads accounts for. */
export type Growth = {
  readonly text: string
  readonly length: number
  /** Milliseconds of the processor for the length, and for twice the length. */
  readonly ms: readonly [number, number]
}

/** Where the time of a function at twice the length is more than this many times that at the length; null when nowhere. */
export const mostGrowth = 2.5

/**
 * Holds the time of a function against the length of what it reads; null when it grows in proportion. What is done too
 * fast to be measured passes. Only what stays out of proportion at every length that is tried fails, so a process that was
 * interrupted, or a cache that was filled, is not taken for it.
 */
export function growthOn<Input>(
  run: (input: Input) => unknown,
  { name, grow }: Growing<Input>,
  start = 8_000,
): Growth | null {
  const timed = (length: number): number => {
    const input = flat(grow(length))
    const before = process.threadCpuUsage()
    run(input)
    const { user, system } = process.threadCpuUsage(before)
    return (user + system) / 1000
  }
  // What is slow on a few lines is not waited for on many.
  let few = timed(200)
  if (few > tooSlow) few = Math.min(few, timed(200))
  if (few > tooSlow) return { text: name, length: 200, ms: [timed(100), few] }
  let found: Growth | null = null
  for (let length = start; length <= start * 16; length *= 2) {
    const first = timed(length)
    if (first < measurable) return null
    const twice = timed(2 * length)
    if (twice <= mostGrowth * first) return null
    // Out of proportion at first sight. Whoever was interrupted, or cleared the memory of others away, gets more looks.
    const once: number[] = [first]
    const doubled: number[] = [twice]
    for (let look = 0; look < moreLooks; look++) {
      once.push(timed(length))
      doubled.push(timed(2 * length))
      if (Math.min(...doubled) <= mostGrowth * Math.min(...once)) return null
    }
    const ms = [Math.min(...once), Math.min(...doubled)] as const
    // Only the first look was slow: it was interrupted, or the text is remembered now. A longer one tells.
    if (ms[0] < measurable) continue
    found = { text: name, length, ms }
    if (ms[1] > tooLong) return found
  }
  return found
}

/** Milliseconds below which a time says nothing. */
const measurable = 4
/** Milliseconds for two hundred characters, and at any length. */
const tooSlow = 150
const tooLong = 300
const moreLooks = 4

/** A text that is built of pieces is put together when it is first read; that is not the reader's time. */
function flat<Input>(input: Input): Input {
  if (typeof input === 'string') input.charCodeAt(input.length >> 1)
  return input
}
