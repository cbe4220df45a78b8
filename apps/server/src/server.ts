import { drain, runRecovery } from 'longhand/internal/engine'
import type { House } from './app-context.ts'
import { type HouseParts, openHouse } from './create-app-context.ts'
import type { Auth } from './gate/auth.ts'
import { hostNames } from './gate/check-host.ts'
import { jwtSignIn } from './gate/jwt-sign-in.ts'
import type { Limits } from './gate/limits.ts'
import { localSignIn } from './gate/local-sign-in.ts'
import { checkAddress } from './gate/public-address.ts'
import { createRates } from './gate/rates.ts'
import { createHttpServer } from './http/http-server.ts'
import { emptied, listen } from './http/listen.ts'
import type { LogLevel } from './telemetry/log.ts'
import { watchLoop } from './telemetry/watch-event-loop.ts'

/** What a server needs beside its house: where it listens, and who may come in. */
export type ServerParts = Omit<HouseParts, 'gate'> & {
  /** Opens everything on a machine of one's own, and only the metrics where an issuer signs people in. */
  readonly token: string
  readonly auth: Auth
  readonly limits: Limits
  /** Whether `/metrics` answers. */
  readonly metrics: 'on' | 'off'
  /** What a watchdog writes to the error output when the event loop is blocked; nobody watches when left out. */
  readonly watchdog?: LogLevel
  readonly hostname: string
  /** Other names under which it may be addressed: those of the proxy before it. */
  readonly hosts: readonly string[]
  /** Taken as it is; null takes the usual one, or the next that is free. */
  readonly port: number | null
}

/** A server that runs. */
export type LonghandServer = {
  readonly url: string
  readonly token: string
  /** An address that signs in one browser, where there is only one person. */
  readonly newAddress: () => string
  /** Ends it and loses nothing: what was shown of running answers is kept. */
  readonly close: () => Promise<void>
}

/** Starts a server on parts that are open already. It closes the storage and the tool servers when it ends. */
export async function startServer(all: ServerParts): Promise<LonghandServer> {
  const { token, auth, limits, metrics, watchdog, hostname, hosts, port, ...parts } = all
  checkAddress(hostname, auth)
  let taken = 0
  const signIn = auth.mode === 'jwt' ? jwtSignIn(auth) : localSignIn(token, () => taken)
  const names = () => hostNames(hostname, taken, hosts)
  const house = openHouse({
    ...parts,
    gate: { signIn, operator: metrics === 'on' ? token : null, names, rates: createRates(limits.perMinute), limits },
  })
  const server = createHttpServer(house)
  taken = await listen(server, hostname, port)
  const loop = watchdog && watchLoop({ engine: house.engine, metrics: house.metrics, level: watchdog })
  const over = new AbortController()
  const chores = [runRecovery(house.engine, over.signal), sweepNowAndThen(house, over.signal)]
  const url = `http://${hostname.includes(':') ? `[${hostname}]` : hostname}:${taken}`
  return {
    url,
    token,
    newAddress: () => signIn.invite(url),
    async close() {
      const closed = emptied(server)
      over.abort()
      await Promise.all(chores)
      await leave(house)
      await parts.toolBox.close()
      await closed
      // What the last requests have begun ends before the storage does.
      await drain(house.engine)
      house.gauges.close()
      await loop?.close()
      await parts.storage.close()
    },
  }
}

const sweepMs = 60 * 60_000

/** K5 old names expire, deleted conversations go for good. */
async function sweepNowAndThen({ engine }: House, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    // Storage that is down is told to whoever asks for something; the next round tries again.
    await engine.storage.maintenance.sweep().catch(() => null)
    await engine.clock.sleep(sweepMs, signal)
  }
}

/** Ends what runs, keeps what was shown, and says goodbye for every tab: after a clean end there is nothing to recover. */
async function leave({ engine, live, attached }: House): Promise<void> {
  await drain(engine)
  live.endAll()
  await Promise.allSettled([...attached].map(([run, owner]) => engine.storage.as(owner).runs.leave(run)))
}
