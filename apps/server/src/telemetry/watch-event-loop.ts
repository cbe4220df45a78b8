import { type Engine, leaseMs } from 'longhand/internal/engine'
import { startWatchdog, type Watchdog } from 'longhand/internal/threads'
import type { LogLevel } from './log.ts'
import type { Metrics } from './metrics.ts'

/** What watching the event loop needs. */
export type EventLoopWatch = { readonly engine: Engine; readonly metrics: Metrics; readonly level: LogLevel }

/** When the log says that the loop is blocked. */
const warnMs = 5_000

/** The leases of a process that is blocked for longer have expired, and others have taken over its work. */
const killMs = leaseMs + 15_000

/** F7 watches the event loop from a thread of its own. */
export const watchEventLoop = ({ engine, metrics, level }: EventLoopWatch): Watchdog =>
  startWatchdog({
    warnMs,
    killMs,
    logLevel: level === 'silent' ? 'none' : level === 'error' ? 'errors' : 'all',
    // Ids that the server chose, never those of a client.
    currentWork: () => ({
      conversations: [...engine.activeTurns.keys()].slice(0, maxNamed),
      compactions: Array.from(engine.activeCompactions.values(), ({ id }) => id).slice(0, maxNamed),
    }),
    onBlocked: () => metrics.blocked.inc(),
  })

const maxNamed = 20
