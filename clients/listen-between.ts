import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What went between an agent and the server. */
export type Between = {
  readonly url: string
  readonly heard: readonly HeardRequest[]
  readonly close: () => void
}

export type HeardRequest = {
  readonly path: string
  readonly bytes: number
  readonly status: number
  /** The conversation that the server kept it in; null when it did not. */
  readonly conversation: string | null
  readonly compaction: string | null
}

/** Listens between an agent and the server, hears what the agent sends, and changes nothing. */
export async function listenBetween(target: string, onBody: (text: string) => void): Promise<Between> {
  const heard: HeardRequest[] = []
  const server = createServer((came, to) => pass(came, to).catch(() => to.destroy()))

  async function pass(came: IncomingMessage, to: ServerResponse): Promise<void> {
    const body = await bytesOf(came)
    onBody(body.toString())
    const { host: _, ...headers } = came.headers
    const call = request(`${target}${came.url}`, { method: came.method, headers })
    call.on('error', () => to.destroy())
    to.on('close', () => call.destroy())
    call.on('response', from => {
      heard.push({
        ...{ path: came.url!.split('?')[0]!, bytes: body.length, status: from.statusCode! },
        conversation: headerOf(from, 'longhand-conversation'),
        compaction: headerOf(from, 'longhand-compaction'),
      })
      to.writeHead(from.statusCode!, from.headers)
      from.pipe(to)
    })
    call.end(body)
  }

  server.on('upgrade', (came, socket) => {
    const call = request(`${target}${came.url}`, { headers: { ...came.headers, host: new URL(target).host } })
    call.on('error', () => socket.destroy())
    call.on('response', from => {
      heard.push({ path: came.url!, bytes: 0, status: from.statusCode!, conversation: null, compaction: null })
      socket.end(`HTTP/1.1 ${from.statusCode} Refused\r\nconnection: close\r\n\r\n`)
      from.resume()
    })
    call.end()
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const close = () => {
    server.close()
    server.closeAllConnections()
  }
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, heard, close }
}

const headerOf = ({ headers }: IncomingMessage, name: string): string | null => {
  const value = headers[name]
  return typeof value === 'string' ? value : null
}

async function bytesOf(came: IncomingMessage): Promise<Buffer> {
  const pieces: Buffer[] = []
  for await (const piece of came) pieces.push(piece as Buffer)
  return Buffer.concat(pieces)
}
