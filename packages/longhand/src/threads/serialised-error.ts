import { type ErrorCode, LonghandError } from '../core/errors.ts'

/** An error as plain data: sent between threads, an error would lose its class, code and details. */
export type SerialisedError = {
  readonly message: string
  readonly stack: string
  readonly known: { readonly code: ErrorCode; readonly details: LonghandError['details'] } | null
}

export function serialiseError(error: unknown): SerialisedError {
  const { message, stack = '' } = error instanceof Error ? error : new Error(String(error))
  const known = error instanceof LonghandError ? { code: error.code, details: error.details } : null
  return { message, stack, known }
}

/** The original error again. */
export function deserialiseError({ message, stack, known }: SerialisedError): Error {
  const error = known === null ? new Error(message) : new LonghandError(known.code, message, { details: known.details })
  error.stack = stack
  return error
}
