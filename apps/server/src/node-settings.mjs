// Plain JavaScript, because npm start reads it under a Node that may be too old for TypeScript.
import { getHeapStatistics } from 'node:v8'

/**
 * A limit just below 2 GiB: from there on V8 lets its heap grow to four times what is alive before it collects, below
 * it to twice that at most.
 */
const heapMb = 2_000

/** A third of the young heap that V8 would allow itself. */
const youngHeap = '--max-semi-space-size=16'

/** How much the heap may grow between full collections. By default V8 allows a mostly idle server about 10%: a few long requests, since their buffers count. */
const heapGrowth = '--heap-growing-percent=100'

const oldHeap = `--max-old-space-size=${heapMb}`

/**
 * glibc keeps what threads have given back in eight arenas for each core; a server has two. Once a large buffer has been
 * freed, glibc takes the next ones from its heap, where small ones in between keep the room from being given back: naming
 * its default threshold makes it stay there.
 */
export const serverEnvironment = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '131072' }

/**
 * What a server's Node should be started with and isn't. A flag that somebody has set, and a smaller limit on a machine
 * with little memory, stay as they are.
 * @param {string} given the flags that Node was started with
 */
export function missingServerFlags(given = [...process.execArgv, process.env.NODE_OPTIONS ?? ''].join(' ')) {
  const set = given.replaceAll('_', '-')
  const isLimited = set.includes('--max-heap-size') || getHeapStatistics().heap_size_limit < heapMb * 2 ** 20
  return [youngHeap, heapGrowth, ...(isLimited ? [] : [oldHeap])].filter(flag => !set.includes(nameOf(flag)))
}

/** @param {string} flag */
const nameOf = flag => flag.slice(0, flag.indexOf('='))

/**
 * Starts this program again with the flags it lacks, in the same process: V8 ignores them once its heap exists. Call it
 * before anything is opened or read. Windows can't do this, and a process with a channel to its parent would lose it.
 */
export function restartWithServerFlags() {
  const flags = missingServerFlags()
  if (flags.length === 0 || process.platform === 'win32' || process.connected) return
  const args = [process.execPath, ...process.execArgv, ...flags, ...process.argv.slice(1)]
  process.execve?.(process.execPath, args, { ...serverEnvironment, ...process.env })
}

/**
 * The variables that the programs of others are started with: without those that are meant for a server.
 * @param {NodeJS.ProcessEnv} variables
 */
export function withoutServerEnvironment(variables) {
  const ours = new Map(Object.entries(serverEnvironment))
  return Object.fromEntries(Object.entries(variables).filter(([name, value]) => ours.get(name) !== value))
}
