import type { ServerResponse } from 'node:http'
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
    if (response.headers.get('transfer-encoding') !== 'chunked' || response.body === null) return response
    if (env.outgoing.destroyed) void response.body.cancel()
    else void write(response.body, begin(env.outgoing, response), log)
    return RESPONSE_ALREADY_SENT
  }
}

/** A response whose headers are written and wait for the first piece of its body. */
type Begun = { readonly to: ServerResponse; readonly release: () => void }

function begin(to: ServerResponse, { status, headers }: Response): Begun {
  // Node sets this header itself, if the HTTP version has it.
  const { 'transfer-encoding': _, ...rest } = Object.fromEntries(headers)
  const { socket } = to
  // The first piece leaves together with the headers, if it is there by now. It is the socket that waits: a response that
  // does would write its end before its last pieces.
  socket?.cork()
  to.writeHead(status, rest).flushHeaders()
  let isHeld = true
  const release = () => {
    if (isHeld) socket?.uncork()
    isHeld = false
  }
  setImmediate(release)
  return { to, release }
}

/** Writes with backpressure; stops when the client disconnects. */
async function write(body: ReadableStream<Uint8Array>, { to, release }: Begun, log: Log): Promise<void> {
  const chunks = body.getReader()
  const leave = () => void chunks.cancel().catch(() => null)
  to.once('close', leave)
  try {
    for (;;) {
      const { done, value } = await chunks.read()
      if (done) break
      const hasRoom = to.write(value)
      release()
      if (!hasRoom) await drained(to)
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
