import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** How many connections there may be, and how long a response may wait for the client to read. */
type ConnectionLimits = {
  readonly maxConnections: number
  /** How many of them are never left to idle connections. */
  readonly spare: number
  readonly stalledMs: number
}

/** More than all live feeds and concurrent requests. */
const defaultLimits: ConnectionLimits = { maxConnections: 2_500, spare: 100, stalledMs: 60_000 }

/**
 * When there are too many connections, the one that has gone longest without a complete request is closed. Connections
 * that are being answered, live feeds among them, stay open as long as the client reads.
 */
export function limitConnections(
  server: Server,
  { maxConnections, spare, stalledMs }: ConnectionLimits = defaultLimits,
): void {
  const idle = new Set<Socket>()
  const answers = new WeakMap<Socket, number>()
  const count = (socket: Socket, change: 1 | -1): number => {
    const running = (answers.get(socket) ?? 0) + change
    answers.set(socket, running)
    return running
  }
  let open = 0
  server.maxConnections = maxConnections
  server.on('connection', (socket: Socket) => {
    open++
    if (open > maxConnections - spare) closeOldest(idle)
    idle.add(socket)
    socket.once('close', () => {
      open--
      idle.delete(socket)
    })
  })
  server.on('request', ({ socket }: IncomingMessage, answer: ServerResponse) => {
    count(socket, 1)
    idle.delete(socket)
    answer.once('close', () => {
      if (count(socket, -1) === 0 && !socket.destroyed) idle.add(socket)
    })
  })
  server.setTimeout(stalledMs, socket => {
    if (socket.writableLength > 0) socket.destroy()
  })
}

function closeOldest(idle: Set<Socket>): void {
  const [oldest] = idle
  if (oldest === undefined) return
  idle.delete(oldest)
  oldest.destroy()
}
