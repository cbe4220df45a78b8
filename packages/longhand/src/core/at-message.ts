import { LonghandError } from './errors.ts'

/** Reads one message of a list; a failure says which one it is. */
export function atMessage<Result>(at: number, read: () => Result): Result {
  try {
    return read()
  } catch (cause) {
    if (!(cause instanceof LonghandError) || cause.code !== 'bad-message') throw cause
    throw new LonghandError(cause.code, `messages[${at}]: ${cause.message}`, { cause })
  }
}
