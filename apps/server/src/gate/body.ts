import type { MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { LonghandError } from 'longhand'
import { checkShape } from './check-shape.ts'

/** How much a request may hold. */
type Size = { readonly bytes: number; readonly keys: number }

const MiB = 1024 * 1024
const usual: Size = { bytes: MiB, keys: 2_000 }

/** Messages may carry files; a history that comes in from elsewhere may be long. */
const sizes: readonly (readonly [RegExp, Size])[] = [
  [/^\/api\/conversations\/[^/]+\/messages$/, { bytes: 10 * MiB, keys: 2_000 }],
  [/^\/api\/(import|stateless)$/, { bytes: 64 * MiB, keys: 1_000_000 }],
]

/** Reads the body of a change: not too large, not too deep. */
export const takeBody: MiddlewareHandler = async (c, next) => {
  const { bytes, keys } = sizes.find(([path]) => path.test(c.req.path))?.[1] ?? usual
  return bodyLimit({ maxSize: bytes, onError: () => tooLarge(bytes) })(c, async () => {
    if (isJson(c.req.header('content-type'))) checkShape(await c.req.text(), keys)
    await next()
  })
}

const isJson = (type: string | undefined): boolean => type?.startsWith('application/json') === true

function tooLarge(bytes: number): never {
  throw new LonghandError('too-large', `The request is larger than ${bytes / MiB} MiB. Send less at once.`, {
    details: { limit: bytes },
  })
}
