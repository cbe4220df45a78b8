import { getHeapStatistics } from 'node:v8'

/**
 * A limit just below 2 GiB: from there on V8 lets its heap grow to four times what is alive before it collects, below
 * it to twice that at most.
 */
const heapMb = 2_000

/** How much the heap may grow between full collections. By default V8 allows a mostly idle server about 10%: a few long requests, since their buffers count. */
const heapGrowthPercent = 100

/**
 * How a server's Node is started: with a young heap of a third of what V8 would let it have, an old one that is collected
 * before it is large, unless a limit is set already or the machine is small, and with two of the arenas in which glibc
 * keeps what threads have given back, not eight for each core.
 */
export const serverFlags = [
  '--max-semi-space-size=16',
  `--heap-growing-percent=${heapGrowthPercent}`,
  ...(isLimited() ? [] : [`--max-old-space-size=${heapMb}`]),
]
export const serverEnvironment = { MALLOC_ARENA_MAX: '2' }

function isLimited() {
  return (
    /max[-_]old[-_]space/.test(process.env.NODE_OPTIONS ?? '') || getHeapStatistics().heap_size_limit < heapMb * 2 ** 20
  )
}
