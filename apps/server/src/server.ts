import type { Server } from 'node:http'
import { createAdaptorServer } from '@hono/node-server'
import { drain, watchOver } from 'longhand/engine'
import { createApp } from './app.ts'
import { hostNames } from './gate/check-host.ts'
import { checkAddress } from './gate/public-address.ts'
import { localSignIn } from './gate/sign-in.ts'
import type { House } from './house.ts'
import { emptied, listen } from './listen.ts'
import { type HouseParts, openHouse } from './open-house.ts'

/** What a server needs beside its house: where it listens, and the token that lets people in. */
export type ServerParts = Omit<HouseParts, 'gate'> & {
  readonly token: string
  readonly hostname: string
  /** Taken as it is; null takes the usual one, or the next that is free. */
  readonly port: number | null
}

/** A server that runs. */
export type LonghandServer = {
  readonly url: string
  readonly token: string
  /** An address that signs in one browser. */
  readonly newAddress: () => string
  /** Ends it and loses nothing: what was shown of running answers is kept. */
  readonly close: () => Promise<void>
}

/** Starts a server on parts that are open already. It closes the storage when it ends. */
export async function startServer({ token, hostname, port, ...parts }: ServerParts): Promise<LonghandServer> {
  checkAddress(hostname)
  let taken = 0
  const signIn = localSignIn(token, () => taken)
  const house = openHouse({ ...parts, gate: { signIn, names: () => hostNames(hostname, taken) } })
  const server = createAdaptorServer({ fetch: createApp(house).fetch, serverOptions: patience }) as Server
  taken = await listen(server, hostname, port)
  const over = new AbortController()
  const chores = [watchOver(house.engine, over.signal), sweepNowAndThen(house, over.signal)]
  const url = `http://${hostname.includes(':') ? `[${hostname}]` : hostname}:${taken}`
  return {
    url,
    token,
    newAddress: () => `${url}/#c=${signIn.newCode()}`,
    async close() {
      const closed = emptied(server)
      over.abort()
      await Promise.all(chores)
      await leave(house)
      await closed
      await parts.storage.close()
    },
  }
}

/** Slow senders are sent away; slow readers are not. */
const patience = { headersTimeout: 10_000, requestTimeout: 30_000, keepAliveTimeout: 5_000, maxHeaderSize: 16_384 }

const sweepMs = 60 * 60_000

/** K5 old names expire, deleted conversations go for good. */
async function sweepNowAndThen({ engine }: House, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    // Storage that is down is told to whoever asks for something; the next round tries again.
    await engine.storage.chores.sweep().catch(() => null)
    await engine.clock.sleep(sweepMs, signal)
  }
}

/** Ends what runs, keeps what was shown, and says goodbye for every tab: after a clean end there is nothing to recover. */
async function leave({ engine, live, attached }: House): Promise<void> {
  await drain(engine)
  live.endAll()
  await Promise.allSettled([...attached].map(([run, owner]) => engine.storage.as(owner).runs.leave(run)))
}
