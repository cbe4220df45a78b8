import { type ErrorCode, LonghandError } from '../core/errors.ts'

/** An error as plain data: between threads an error would lose its class, its code and its details. */
export type Failure = {
  readonly message: string
  readonly stack: string
  readonly known: { readonly code: ErrorCode; readonly details: LonghandError['details'] } | null
}

export function failureFrom(error: unknown): Failure {
  const { message, stack = '' } = error instanceof Error ? error : new Error(String(error))
  const known = error instanceof LonghandError ? { code: error.code, details: error.details } : null
  return { message, stack, known }
}

/** The error that it was. */
export function errorFrom({ message, stack, known }: Failure): Error {
  const error = known === null ? new Error(message) : new LonghandError(known.code, message, { details: known.details })
  error.stack = stack
  return error
}
