import type { OutgoingHttpHeaders, ServerResponse } from 'node:http'
import type { Http2Bindings, HttpBindings } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { LonghandError } from 'longhand'
import { bugLine, type Log } from '../telemetry/log.ts'

type Fetch<Env> = (request: Request, env: Env) => Response | Promise<Response>

/**
 * Writes chunked bodies itself. The adaptor chains every chunk to the one before until the body ends, which for a live
 * feed is never, and ends a body that fails as if it were complete.
 */
export function deliverStreams(fetch: Fetch<HttpBindings>, log: Log): Fetch<HttpBindings | Http2Bindings> {
  return async (request, bindings) => {
    const env = bindings as HttpBindings
    const response = await fetch(request, env)
    // Who answers a client of a provider writes to its connection directly.
    if (env.outgoing.headersSent) return RESPONSE_ALREADY_SENT
    if (response.headers.get('transfer-encoding') !== 'chunked' || response.body === null) return response
    if (env.outgoing.destroyed) void response.body.cancel()
    else void write(response, env.outgoing, log)
    return RESPONSE_ALREADY_SENT
  }
}

/** A response whose headers are written, and to which the pieces of its body are written. */
export type BegunBody = {
  /** Returns whether there is room for more; when there is none, `drain` is emitted once there is. */
  readonly write: (piece: Uint8Array) => boolean
}

/** Writes the headers of a response. They leave together with the first piece of its body, if that is there at once. */
export function beginBody(to: ServerResponse, status: number, headers: OutgoingHttpHeaders | string[]): BegunBody {
  // It is the socket that waits: a response that does would write its end before its last pieces.
  const { socket } = to
  to.writeHead(status, headers)
  socket?.cork()
  // As latin1, like all headers: `flushHeaders` writes them as UTF-8, and those of others have been read byte by byte.
  to.write('', 'latin1')
  let isHeld = true
  const release = () => {
    if (isHeld) socket?.uncork()
    isHeld = false
  }
  setImmediate(release)
  return {
    write(piece) {
      // A piece and its frame are one packet, which does not wait for whatever else happens now.
      socket?.cork()
      const hasRoom = to.write(piece)
      socket?.uncork()
      release()
      return hasRoom
    },
  }
}

/** Writes with backpressure; stops when the client disconnects. */
async function write({ status, headers, body }: Response, to: ServerResponse, log: Log): Promise<void> {
  // Node sets this header itself, if the HTTP version has it.
  const { 'transfer-encoding': _, ...rest } = Object.fromEntries(headers)
  const client = beginBody(to, status, rest)
  const chunks = body!.getReader()
  const leave = () => void chunks.cancel().catch(() => null)
  to.once('close', leave)
  try {
    for (;;) {
      const { done, value } = await chunks.read()
      if (done) break
      if (!client.write(value)) await drained(to)
    }
    to.end()
  } catch (error) {
    if (!to.destroyed)
      log(error instanceof LonghandError ? { level: 'warn', event: 'cut', code: error.code } : bugLine(error))
    // Destroyed, not ended: the client must see that the body is incomplete.
    to.destroy()
  }
}

/** Waits until more can be written or the client has disconnected. */
function drained(to: ServerResponse): Promise<void> {
  if (to.destroyed) return Promise.resolve()
  return new Promise(resolve => {
    const go = () => {
      to.off('drain', go)
      to.off('close', go)
      resolve()
    }
    to.on('drain', go)
    to.on('close', go)
  })
}
