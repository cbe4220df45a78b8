import { url as debuggerUrl } from 'node:inspector'
import { Worker } from 'node:worker_threads'
import { newWatchdogMemory, watchdogMemory } from './watchdog-memory.ts'

/** A thread that sees when this one is blocked: it can say so, and end the process, when nothing else can. */
export type Watchdog = {
  /** Tells it what is under way, before the next beat would. */
  readonly beat: () => void
  readonly close: () => Promise<void>
}

export type WatchdogOptions = {
  /** After so long a line is written to the error output. */
  readonly warnMs: number
  /** After so long the process is ended: longer than its leases last, so that others have its work by then. */
  readonly endMs: number
  /** Which lines are written. */
  readonly lines: 'all' | 'errors' | 'none'
  /** What this thread is doing, in words and ids that we chose. It goes into the line. */
  readonly underWay: () => UnderWay
  /** Told, when the loop goes on, that it was blocked for longer than `warnMs`. */
  readonly onBlocked: () => void
}

/** Fields of a line of the log. */
type UnderWay = { readonly [field: string]: string | number | null | readonly string[] }

/** What the thread is started with. */
export type WatchdogStart = Pick<WatchdogOptions, 'warnMs' | 'endMs' | 'lines'> & { readonly shared: SharedArrayBuffer }

/** So often the loop shows that it goes on. */
const beatMs = 100

export function startWatchdog({ underWay, onBlocked, ...limits }: WatchdogOptions): Watchdog {
  const shared = newWatchdogMemory()
  const memory = watchdogMemory(shared)
  let blocks = 0
  const beat = () => {
    memory.note.write(JSON.stringify(underWay()))
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
  // A bundler may have left its file behind; then nobody watches, as before.
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
