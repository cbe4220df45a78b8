import { setTimeout as pause } from 'node:timers/promises'
import { drain, runRecovery } from 'longhand/internal/engine'
import type { AppContext } from './app-context.ts'
import { type AppContextOptions, createAppContext } from './create-app-context.ts'
import { type Audit, tokenRotated } from './gate/audit.ts'
import type { Auth } from './gate/auth.ts'
import { createBodyBudget } from './gate/body-budget.ts'
import { hostNames } from './gate/check-host.ts'
import { createDrainState } from './gate/drain-state.ts'
import { jwtSignIn } from './gate/jwt-sign-in.ts'
import type { Limits } from './gate/limits.ts'
import { localSignIn } from './gate/local-sign-in.ts'
import { checkListenAddress } from './gate/public-address.ts'
import { createRates } from './gate/rates.ts'
import { sharedLimits } from './gate/shared-limits.ts'
import type { Tokens } from './gate/tokens.ts'
import { watchTokens } from './gate/watch-tokens.ts'
import { createHttpServer } from './http/http-server.ts'
import { closeGracefully, listen } from './http/listen.ts'
import type { LogLevel } from './telemetry/log.ts'
import { watchEventLoop } from './telemetry/watch-event-loop.ts'

/** What a server needs besides its context: where it listens, and who may sign in. */
export type ServerParts = Omit<AppContextOptions, 'gate'> & {
  /** Grant full access with local auth, and only the metrics with JWTs. */
  readonly tokens: Tokens
  readonly auth: Auth
  readonly limits: Limits
  /** Whether `/metrics` answers. */
  readonly metrics: 'on' | 'off'
  /** The log level of the watchdog for a blocked event loop; there is none when left out. */
  readonly watchdog?: LogLevel
  readonly hostname: string
  /** Further host names: those of the proxy in front of it. */
  readonly hosts: readonly string[]
  /** Null takes the default port, or the next free one. */
  readonly port: number | null
  /** How long running answers have to finish when it is drained. */
  readonly drainMs: number
  /** How long it stays up at least, not ready, when it is drained: a proxy is to notice before connections are refused. */
  readonly notReadyMs: number
  readonly audit: Audit
  /** How long a browser stays signed in, with local auth. */
  readonly sessionDays: number
}

/** A server that runs. */
export type LonghandServer = {
  readonly url: string
  /** The one that is in force now. */
  readonly token: string
  /** An address that signs in browsers for as long as the server runs, with local auth. */
  readonly newAddress: () => string
  /** Gets ready for the first long request of a client, in the background. */
  readonly warmUp: () => Promise<void>
  /** Takes nothing new and waits until running answers have finished, their time is over, or the signal fires. */
  readonly drain: (hurry?: AbortSignal) => Promise<void>
  /** Shuts it down without losing anything: what was shown of running answers is stored. */
  readonly close: () => Promise<void>
}

/** Starts a server on storage and tool servers that are open already; closes them when it ends. */
export async function startServer(all: ServerParts): Promise<LonghandServer> {
  const {
    tokens,
    auth,
    limits,
    metrics,
    watchdog,
    hostname,
    hosts,
    port,
    drainMs,
    notReadyMs,
    audit,
    sessionDays,
    ...parts
  } = all
  checkListenAddress(hostname, auth)
  let taken = 0
  const signIn = auth.mode === 'jwt' ? jwtSignIn(auth) : localSignIn(tokens, () => taken, { days: sessionDays })
  const names = () => hostNames(hostname, taken, hosts)
  const context = createAppContext({
    ...parts,
    secret: tokens.relaySecret,
    gate: {
      ...{ signIn, names, limits, audit },
      operator: metrics === 'on' ? tokens : null,
      rates: createRates(limits.perMinute),
      bodies: createBodyBudget(limits),
      drain: createDrainState(),
      sharedLimits: sharedLimits(parts.storage, limits),
    },
  })
  const server = createHttpServer(context)
  taken = await listen(server, hostname, port)
  const loop = watchdog && watchEventLoop({ engine: context.engine, metrics: context.metrics, level: watchdog })
  const over = new AbortController()
  const onRotation = () => {
    audit(tokenRotated)
    // Screens come back, if they may.
    if (auth.mode === 'local') context.live.closeAll()
  }
  watchTokens(tokens, onRotation, over.signal)
  const chores = [runRecovery(context.engine, over.signal), sweepPeriodically(context, over.signal)]
  const url = `http://${hostname.includes(':') ? `[${hostname}]` : hostname}:${taken}`
  return {
    url,
    get token() {
      return tokens.current()
    },
    newAddress: () => signIn.signInUrl(url),
    // A store that does not answer is reported by requests.
    warmUp: () => context.relay.warmUp().catch(() => {}),
    async drain(hurry) {
      context.gate.drain.start()
      over.abort()
      const ended = new AbortController()
      const signal = AbortSignal.any([ended.signal, ...(hurry ? [hurry] : [])])
      const pauseFor = (ms: number) => pause(ms, undefined, { signal }).catch(() => null)
      await Promise.all([pauseFor(notReadyMs), Promise.race([pauseFor(drainMs), finishAnswers(context)])])
      ended.abort()
    },
    async close() {
      const closed = closeGracefully(server)
      over.abort()
      await Promise.all(chores)
      await shutDown(context)
      await parts.toolBox.close()
      await closed
      // Work that the last requests started ends before storage is closed.
      await drain(context.engine)
      context.gauges.close()
      await loop?.close()
      await parts.storage.close()
    },
  }
}

const sweepMs = 60 * 60_000

/** K5 old names expire, deleted conversations go for good. */
async function sweepPeriodically({ engine }: AppContext, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    // Storage that is down is reported by requests; the next round tries again.
    await engine.storage.maintenance.sweep().catch(() => null)
    await engine.clock.sleep(sweepMs, signal)
  }
}

/** Resolves when no answer is being written and no client is being sent one. */
async function finishAnswers({ engine, gate }: AppContext): Promise<void> {
  while (gate.drain.open() > 0 || engine.activeTurns.size > 0)
    await Promise.allSettled([gate.drain.idle(), ...[...engine.activeTurns.values()].map(({ done }) => done)])
}

/** Stops running work, stores what was shown, and detaches every tab: after a clean shutdown there is nothing to recover. */
async function shutDown({ engine, live, attached }: AppContext): Promise<void> {
  await drain(engine)
  live.closeAll()
  await Promise.allSettled([...attached].map(([run, owner]) => engine.storage.as(owner).runs.leave(run)))
}
