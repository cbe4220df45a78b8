import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { LonghandError } from 'longhand'

const usual = 3210
const tries = 20

/** How many may wait to be accepted: a crowd that comes at once is not made to knock again. */
const backlog = 4_096

/** Takes a port: the one that is named, or the usual one and, where someone else has it, the next that is free. */
export async function listen(server: Server, hostname: string, port: number | null): Promise<number> {
  for (let at = 0; ; at++) {
    const wanted = port ?? usual + at
    try {
      return await listenAt(server, hostname, wanted)
    } catch (error) {
      const taken = (error as NodeJS.ErrnoException).code === 'EADDRINUSE'
      if (taken && port === null && at < tries) continue
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

/** Stops accepting, and resolves when everyone has gone; whoever stays longer than a moment is sent away. */
export async function emptied(server: Server): Promise<void> {
  const gone = new Promise<void>(resolve => server.close(() => resolve()))
  const late = setTimeout(() => server.closeAllConnections(), 5_000)
  await gone
  clearTimeout(late)
}
