import { type ErrorCode, LonghandError } from '../../core/errors.ts'

/** Whether a failure goes away by itself: the message waits in the queue. */
export const isTransient = ({ code }: LonghandError): boolean => transientCodes.has(code)

/** The same for whatever was thrown. */
export const willPass = (error: Error): boolean => error instanceof LonghandError && isTransient(error)

const transientCodes: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'unreachable',
  'busy',
  'timed-out',
  'rate-limited',
  'shutting-down',
  'store-unavailable',
  'store-full',
  'store-read-only',
])

/** Bugs are not hidden: any other error is thrown. */
export function asLonghandError(error: unknown): LonghandError {
  if (error instanceof LonghandError) return error
  throw error
}
