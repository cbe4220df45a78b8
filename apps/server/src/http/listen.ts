import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { LonghandError } from 'longhand'

const defaultPort = 3210
const maxAttempts = 20

/** Pending connections: a burst does not have to retry. */
const backlog = 4_096

/** Listens on a port: the given one, or the default one and, when that is taken, the next free one. */
export async function listen(server: Server, hostname: string, port: number | null): Promise<number> {
  for (let at = 0; ; at++) {
    const wanted = port ?? defaultPort + at
    try {
      return await listenAt(server, hostname, wanted)
    } catch (error) {
      const taken = (error as NodeJS.ErrnoException).code === 'EADDRINUSE'
      if (taken && port === null && at < maxAttempts) continue
      throw taken ? inUse(wanted, error) : error
    }
  }
}

function listenAt(server: Server, hostname: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen({ port, host: hostname, backlog }, () => {
      server.off('error', reject)
      resolve((server.address() as AddressInfo).port)
    })
  })
}

const inUse = (port: number, cause: unknown): LonghandError =>
  new LonghandError('bad-config', `Port ${port} is in use. Set PORT to another one, or leave it out.`, { cause })

/** Stops accepting and resolves when all connections have ended; those that linger are closed. */
export async function closeGracefully(server: Server): Promise<void> {
  const gone = new Promise<void>(resolve => server.close(() => resolve()))
  // Node closes those that are idle now; clients would keep the others open after their last answer.
  const idle = setInterval(() => server.closeIdleConnections(), 20)
  const late = setTimeout(() => server.closeAllConnections(), 5_000)
  await gone
  clearInterval(idle)
  clearTimeout(late)
}
