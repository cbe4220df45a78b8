import { url as debuggerUrl } from 'node:inspector'
import { Worker } from 'node:worker_threads'
import { newWatchdogMemory, watchdogMemory } from './watchdog-memory.ts'

/** A thread that notices when this one is blocked, logs it, and kills the process when nothing else can. */
export type Watchdog = {
  /** Reports the current work now, ahead of the next regular beat. */
  readonly beat: () => void
  readonly close: () => Promise<void>
}

export type WatchdogOptions = {
  /** How long a block may last before it is logged to stderr. */
  readonly warnMs: number
  /** How long before the process is killed: longer than its leases, so that others have taken over its work by then. */
  readonly killMs: number
  /** Which lines are written. */
  readonly logLevel: 'all' | 'errors' | 'none'
  /** What this thread is doing, in words and ids of our own choice. It is logged. */
  readonly currentWork: () => WorkFields
  /** Called when the loop runs again after it was blocked for longer than `warnMs`. */
  readonly onBlocked: () => void
}

/** Fields of a line of the log. */
type WorkFields = { readonly [field: string]: string | number | null | readonly string[] }

/** What the thread is started with. */
export type WatchdogStart = Pick<WatchdogOptions, 'warnMs' | 'killMs' | 'logLevel'> & {
  readonly shared: SharedArrayBuffer
}

/** How often the loop signals that it is running. */
const beatMs = 100

export function startWatchdog({ currentWork, onBlocked, ...limits }: WatchdogOptions): Watchdog {
  const shared = newWatchdogMemory()
  const memory = watchdogMemory(shared)
  let blocks = 0
  const beat = () => {
    memory.note.write(JSON.stringify(currentWork()))
    memory.debugged.set(debuggerUrl() === undefined ? 0 : 1)
    memory.beats.set(memory.beats.get() + 1)
    for (; blocks < memory.blocks.get(); blocks++) onBlocked()
  }
  beat()
  const beating = setInterval(beat, beatMs).unref()
  const file = new URL(
    import.meta.url.endsWith('.ts') ? './watchdog.worker.ts' : './watchdog.worker.js',
    import.meta.url,
  )
  const worker = new Worker(file, { workerData: { ...limits, shared } satisfies WatchdogStart })
  // A bundler may have left out its file; then there is no watchdog.
  worker.on('error', () => clearInterval(beating))
  worker.unref()
  return {
    beat,
    async close() {
      clearInterval(beating)
      await worker.terminate()
    },
  }
}
