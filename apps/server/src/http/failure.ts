import type { Context } from 'hono'
import { HTTPException } from 'hono/http-exception'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { type ErrorCode, LonghandError } from 'longhand'
import type { ErrorResponse } from 'longhand/client'
import { failureOf } from 'longhand/internal/engine'
import { bugLine, type Log } from '../telemetry/log.ts'

/** The HTTP status of each error code. The compiler keeps the table complete. */
export const statusOf: Readonly<Record<ErrorCode, ContentfulStatusCode>> = {
  'bad-message': 400,
  'bad-entry': 400,
  'bad-policy': 400,
  'bad-command': 400,
  'bad-config': 400,
  'bad-transcript': 400,
  'bad-request': 400,
  'not-found': 404,
  conflict: 409,
  stale: 409,
  busy: 409,
  'cooling-down': 409,
  'too-large': 413,
  'does-not-fit': 422,
  'not-allowed': 403,
  'rate-limited': 429,
  'over-quota': 402,
  'shutting-down': 503,
  cancelled: 409,
  'timed-out': 504,
  unreachable: 502,
  'summariser-failed': 502,
  'model-failed': 502,
  'store-unavailable': 503,
  'store-full': 507,
  'store-read-only': 503,
  'store-in-use': 503,
  'store-newer': 503,
  'store-corrupt': 503,
  'not-supported': 501,
  internal: 500,
}

/** The response to a request that failed. Anything but a LonghandError is a bug: it is logged and not explained. */
export function failureResponse(c: Context, error: unknown, log: Log): Response {
  if (error instanceof LonghandError) return answer(c, failureOf(error), statusOf[error.code])
  if (error instanceof HTTPException) {
    return answer(c, { code: 'bad-request', sentence: 'The request is not JSON that can be read.' }, 400)
  }
  log(bugLine(error))
  return answer(c, failureOf(error), 500)
}

function answer(c: Context, failure: ErrorResponse, status: ContentfulStatusCode): Response {
  const wait = failure.retryAfterMs ?? (status === 503 || status === 429 ? 2_000 : null)
  if (wait !== null) c.header('retry-after', String(Math.ceil(wait / 1000)))
  // Their bodies are not read.
  if (status === 413 || status === 429) c.header('connection', 'close')
  return c.json(failure, status)
}
