import type { MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { LonghandError } from 'longhand'
import { checkShape, type Shape } from './check-shape.ts'
import type { Limits } from './limits.ts'

/** How much a request may hold. */
type Size = Shape & { readonly bytes: number }

const MiB = 1024 * 1024

/** Messages may carry files; a history that comes in from elsewhere may be long. */
function sizeOf(path: string, { bodyBytes, messageBytes, jsonDepth }: Limits): Size {
  const few = { depth: jsonDepth, keys: 2_000, things: 20_000 }
  if (/^\/api\/conversations\/[^/]+\/messages$/.test(path)) return { ...few, bytes: messageBytes }
  if (/^\/api\/(import|stateless)$/.test(path))
    return { depth: jsonDepth, keys: 500_000, things: 1_000_000, bytes: Math.max(64 * MiB, bodyBytes) }
  return { ...few, bytes: bodyBytes }
}

/** Reads the body of a change: not too large, not too deep. */
export function takeBody(limits: Limits): MiddlewareHandler {
  return async (c, next) => {
    const { bytes, ...shape } = sizeOf(c.req.path, limits)
    return bodyLimit({ maxSize: bytes, onError: () => tooLarge(bytes) })(c, async () => {
      if (isJson(c.req.header('content-type'))) checkShape(await c.req.text(), shape)
      await next()
    })
  }
}

const isJson = (type: string | undefined): boolean => type?.startsWith('application/json') === true

function tooLarge(bytes: number): never {
  const size = `${Number((bytes / MiB).toFixed(2))} MiB`
  throw new LonghandError('too-large', `The request is larger than ${size}. Send less at once.`, {
    details: { limit: bytes },
  })
}
