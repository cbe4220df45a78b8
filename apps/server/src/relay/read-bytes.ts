import type { IncomingMessage } from 'node:http'
import type { Context } from 'hono'
import { LonghandError } from 'longhand'
import type { RequestEnv } from '../request-env.ts'

/** The bytes of a request, put together as they come, so that little is left to be copied when the last one is there. */
export async function readBytes(c: Context<RequestEnv>): Promise<Uint8Array> {
  const incoming = c.env?.incoming
  const length = Number(c.req.header('content-length') ?? Number.NaN)
  if (incoming !== undefined && !incoming.readableDidRead && length >= 0) return bytesOf(incoming, length)
  const bytes = growing(firstUnsaid, Number.POSITIVE_INFINITY)
  try {
    for await (const piece of c.req.raw.body ?? []) bytes.add(piece)
  } catch (error) {
    // A body that is too large has said so itself.
    throw error instanceof LonghandError ? error : cancelled(error)
  }
  return bytes.all()
}

/** Memory is not given to whoever only says that much is coming. */
const maxAtOnce = 8_000_000

/** What is given to one that says nothing. */
const firstUnsaid = 64_000

/** By events: an iterator would cost a promise for every piece. */
function bytesOf(incoming: IncomingMessage, length: number): Promise<Uint8Array> {
  const bytes = growing(Math.min(length, maxAtOnce), length)
  return new Promise((resolve, reject) => {
    const cut = (cause?: Error) => reject(cancelled(cause))
    incoming.on('data', bytes.add)
    incoming.once('end', () => resolve(bytes.all()))
    incoming.once('error', cut)
    // After its end this says nothing new.
    incoming.once('close', () => cut())
    if (incoming.destroyed) cut()
  })
}

/** One buffer that doubles when it is full, up to the most that may come. */
function growing(first: number, most: number) {
  let bytes = Buffer.allocUnsafeSlow(first)
  let at = 0
  return {
    add(piece: Uint8Array): void {
      const needed = at + piece.length
      if (needed > bytes.length) {
        const full = bytes
        bytes = Buffer.allocUnsafeSlow(Math.max(needed, Math.min(2 * full.length, most)))
        full.copy(bytes, 0, 0, at)
      }
      bytes.set(piece, at)
      at = needed
    },
    // Never more than came: the rest of the memory is not this client's.
    all: (): Uint8Array => bytes.subarray(0, at),
  }
}

const cancelled = (cause: unknown): LonghandError =>
  new LonghandError('cancelled', 'The client has hung up.', { cause })
