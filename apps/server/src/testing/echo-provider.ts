import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout } from 'node:timers/promises'

/** A provider that keeps every byte it was sent, and answers with bytes that a test chooses. */
export type EchoProvider = {
  readonly baseURL: string
  readonly calls: readonly EchoCall[]
  answer: { status: number; headers: Readonly<Record<string, string>>; body: string | Uint8Array; afterMs?: number }
  readonly close: () => Promise<void>
}

export type EchoCall = {
  readonly method: string
  readonly url: string
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
}

export async function startEchoProvider(): Promise<EchoProvider> {
  const calls: EchoCall[] = []
  const server = createServer(async (came, to) => {
    const pieces: Buffer[] = []
    for await (const piece of came) pieces.push(piece as Buffer)
    calls.push({ method: came.method ?? '', url: came.url ?? '', headers: came.headers, body: Buffer.concat(pieces) })
    const { status, headers, body, afterMs } = echo.answer
    if (afterMs !== undefined) await setTimeout(afterMs)
    to.writeHead(status, headers).end(body)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const echo: EchoProvider = {
    baseURL: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    calls,
    answer: { status: 200, headers: { 'content-type': 'application/json' }, body: '{}' },
    async close() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
  return echo
}
