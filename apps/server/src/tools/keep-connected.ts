import { LonghandError } from 'longhand'
import type { Clock } from 'longhand/internal/engine'
import type { Connection, OfferedTool } from './connect.ts'

/** A tool server that is started again whenever it ends. */
export type ToolLink = Pick<Connection, 'call' | 'close'> & {
  readonly name: string
  /** What it offers. A server that is away keeps its tools, so that the model's definitions stay the same. */
  readonly tools: () => readonly OfferedTool[]
  readonly state: () => 'starting' | 'up' | 'down'
  /** Resolves when it has answered or failed for the first time. */
  readonly tried: Promise<void>
}

export type LinkParts = {
  readonly name: string
  readonly open: (signal: AbortSignal) => Promise<Connection>
  readonly clock: Clock
  /** Told once whenever the server is lost. */
  readonly lost: (error: LonghandError) => void
}

/** How long a call waits for a server that is being started. */
const patienceMs = 10_000

/** A server that lived this long has not failed at once: its next start waits no longer than the first. */
const steadyMs = 60_000

/** Milliseconds before the next start, after so many short lives. */
export const pauseBefore = (failures: number): number => Math.min(30_000, 500 * 2 ** (failures - 1))

export function keepConnected({ name, open, clock, lost }: LinkParts): ToolLink {
  const over = new AbortController()
  const tried = Promise.withResolvers<void>()
  let arrival = Promise.withResolvers<Connection>()
  let up: Connection | null = null
  let offered: readonly OfferedTool[] = []
  let state: ReturnType<ToolLink['state']> = 'starting'

  /** One life of the server; returns what ended it. */
  const live = async (): Promise<unknown> => {
    try {
      up = await open(over.signal)
      if (over.signal.aborted) await up.close()
      state = 'up'
      arrival.resolve(up)
      tried.resolve()
      await up.gone
      return null
    } catch (cause) {
      return cause
    }
  }

  const work = async () => {
    for (let failures = 0; !over.signal.aborted; ) {
      const since = clock.now()
      const cause = await live()
      if (over.signal.aborted) return
      if (state !== 'down') lost(away(name, cause))
      if (up !== null) arrival = Promise.withResolvers<Connection>()
      offered = up?.tools() ?? offered
      up = null
      state = 'down'
      tried.resolve()
      failures = clock.now() - since < steadyMs ? failures + 1 : 1
      await clock.sleep(pauseBefore(failures), over.signal)
    }
  }

  const working = work()
  return {
    name,
    tools: () => up?.tools() ?? offered,
    state: () => state,
    tried: tried.promise,
    async call(tool, input, signal) {
      const connection = up ?? (await within(arrival.promise, clock, AbortSignal.any([signal, over.signal])))
      if (connection === null) throw away(name, null)
      return connection.call(tool, input, signal)
    },
    async close() {
      over.abort()
      await up?.close()
      tried.resolve()
      await working
    },
  }
}

/** What is wanted, or null when it does not come in time or nobody wants it any more. */
async function within<T>(wanted: Promise<T>, clock: Clock, signal: AbortSignal): Promise<T | null> {
  const enough = new AbortController()
  const late = clock.sleep(patienceMs, AbortSignal.any([signal, enough.signal])).then(() => null)
  const first = await Promise.race([wanted, late])
  enough.abort()
  return first
}

const away = (name: string, cause: unknown): LonghandError =>
  new LonghandError(
    'unreachable',
    `The tool server ${name} does not run; it is started again by itself. Start it by hand to see what it lacks.`,
    { cause, details: { server: name } },
  )
