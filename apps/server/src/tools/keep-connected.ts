import { LonghandError } from 'longhand'
import type { Clock } from 'longhand/internal/engine'
import type { Connection, OfferedTool } from './connect.ts'

/** A tool server that is restarted whenever it ends. */
export type ToolConnection = Pick<Connection, 'call' | 'close'> & {
  readonly name: string
  /** What it offers. A server that is away keeps its tools, so that the model's definitions stay the same. */
  readonly tools: () => readonly OfferedTool[]
  readonly state: () => 'starting' | 'up' | 'down'
  /** Resolves when it has answered or failed for the first time. */
  readonly firstAttempt: Promise<void>
}

type ConnectionOptions = {
  readonly name: string
  readonly open: (signal: AbortSignal) => Promise<Connection>
  readonly clock: Clock
  /** Called once whenever the server is lost. */
  readonly onLost: (error: LonghandError) => void
}

/** How long a call waits for a server that is being started. */
const waitMs = 10_000

/** After a server has run this long, the pause before its next start is short again. */
const steadyMs = 60_000

/** Milliseconds before the next start, after some failures in a row. */
export const pauseBefore = (failures: number): number => Math.min(30_000, 500 * 2 ** (failures - 1))

export function keepConnected({ name, open, clock, onLost }: ConnectionOptions): ToolConnection {
  const over = new AbortController()
  const firstAttempt = Promise.withResolvers<void>()
  let arrival = Promise.withResolvers<Connection>()
  let up: Connection | null = null
  let offered: readonly OfferedTool[] = []
  let state: ReturnType<ToolConnection['state']> = 'starting'

  /** Runs the server until it ends; returns the error. */
  const runOnce = async (): Promise<unknown> => {
    try {
      up = await open(over.signal)
      if (over.signal.aborted) await up.close()
      state = 'up'
      arrival.resolve(up)
      firstAttempt.resolve()
      await up.gone
      return null
    } catch (cause) {
      return cause
    }
  }

  const work = async () => {
    for (let failures = 0; !over.signal.aborted; ) {
      const since = clock.now()
      const cause = await runOnce()
      if (over.signal.aborted) return
      if (state !== 'down') onLost(unreachable(name, cause))
      if (up !== null) arrival = Promise.withResolvers<Connection>()
      offered = up?.tools() ?? offered
      up = null
      state = 'down'
      firstAttempt.resolve()
      failures = clock.now() - since < steadyMs ? failures + 1 : 1
      await clock.sleep(pauseBefore(failures), over.signal)
    }
  }

  const working = work()
  return {
    name,
    tools: () => up?.tools() ?? offered,
    state: () => state,
    firstAttempt: firstAttempt.promise,
    async call(tool, input, signal) {
      const connection = up ?? (await within(arrival.promise, clock, AbortSignal.any([signal, over.signal])))
      if (connection === null) throw unreachable(name, null)
      return connection.call(tool, input, signal)
    },
    async close() {
      over.abort()
      await up?.close()
      firstAttempt.resolve()
      await working
    },
  }
}

/** The value, or null on a timeout or abort. */
async function within<T>(wanted: Promise<T>, clock: Clock, signal: AbortSignal): Promise<T | null> {
  const enough = new AbortController()
  const late = clock.sleep(waitMs, AbortSignal.any([signal, enough.signal])).then(() => null)
  const first = await Promise.race([wanted, late])
  enough.abort()
  return first
}

const unreachable = (name: string, cause: unknown): LonghandError =>
  new LonghandError(
    'unreachable',
    `The tool server ${name} is not running; it is restarted automatically. Start it by hand to see what is wrong.`,
    { cause, details: { server: name } },
  )
