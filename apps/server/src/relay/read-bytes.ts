import type { IncomingMessage } from 'node:http'
import type { Context } from 'hono'
import { LonghandError } from 'longhand'
import type { RequestEnv } from '../request-env.ts'

/**
 * The bytes of a request. Those of a known length are put together as they come, so that nothing is left to be copied when
 * the last one is there.
 */
export async function readBytes(c: Context<RequestEnv>): Promise<Uint8Array> {
  const incoming = c.env?.incoming
  const length = Number(c.req.header('content-length') ?? Number.NaN)
  if (incoming === undefined || incoming.readableDidRead || !(length <= maxAtOnce))
    return new Uint8Array(await c.req.arrayBuffer().catch(hungUp))
  return bytesOf(incoming, length)
}

/** Memory is not given to whoever only says that much is coming. */
const maxAtOnce = 8_000_000

/** By events: an iterator would cost a promise for every piece. */
function bytesOf(incoming: IncomingMessage, length: number): Promise<Uint8Array> {
  const bytes = Buffer.allocUnsafeSlow(length)
  let at = 0
  return new Promise((resolve, reject) => {
    const cut = (cause?: Error) => reject(cancelled(cause))
    incoming.on('data', (piece: Buffer) => {
      at += piece.copy(bytes, at)
    })
    // Never more than came: the rest of the memory is not this client's.
    incoming.once('end', () => resolve(bytes.subarray(0, at)))
    incoming.once('error', cut)
    // After its end this says nothing new.
    incoming.once('close', () => cut())
    if (incoming.destroyed) cut()
  })
}

const cancelled = (cause: unknown): LonghandError =>
  new LonghandError('cancelled', 'The client has hung up.', { cause })

/** A body that is too large has said so itself. */
function hungUp(error: unknown): never {
  throw error instanceof LonghandError ? error : cancelled(error)
}
