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
    return new Uint8Array(await c.req.arrayBuffer())
  const bytes = Buffer.allocUnsafeSlow(length)
  let at = 0
  try {
    for await (const piece of incoming) at += (piece as Buffer).copy(bytes, at)
  } catch (cause) {
    throw new LonghandError('cancelled', 'The client has hung up.', { cause })
  }
  return bytes
}

/** Memory is not given to whoever only says that much is coming. */
const maxAtOnce = 8_000_000
