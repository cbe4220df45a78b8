/** Every way the world can fail us, and `internal` for what nobody expected: a bug. The list is closed, so that the edges can map each code to a status and a text. */
export const errorCodes = [
  'bad-message',
  'bad-entry',
  'bad-policy',
  'bad-command',
  'bad-config',
  'bad-transcript',
  'bad-request',
  'not-found',
  'conflict',
  'stale',
  'busy',
  'cooling-down',
  'too-large',
  'does-not-fit',
  'not-allowed',
  'rate-limited',
  'over-quota',
  'shutting-down',
  'cancelled',
  'timed-out',
  'unreachable',
  'summariser-failed',
  'model-failed',
  'store-unavailable',
  'store-full',
  'store-read-only',
  'store-in-use',
  'store-newer',
  'store-corrupt',
  'not-supported',
  'internal',
] as const

/** The code of a LonghandError; the list is closed. */
export type ErrorCode = (typeof errorCodes)[number]

/** What stores say of a conversation that is not there; screens know it by this. */
export const noSuchConversation = 'No such conversation.'

/** A failure of the world, with one plain sentence that says what to do. Bugs throw ordinary errors. */
export class LonghandError extends Error {
  override readonly name = 'LonghandError'
  readonly code: ErrorCode
  /** Facts about the failure that a screen may show: numbers and names, never message text. */
  readonly details: Readonly<Record<string, string | number>>

  constructor(code: ErrorCode, sentence: string, options: LonghandErrorOptions = {}) {
    super(sentence, options.cause === undefined ? undefined : { cause: options.cause })
    this.code = code
    this.details = options.details ?? {}
  }
}

export type LonghandErrorOptions = {
  readonly cause?: unknown
  readonly details?: Readonly<Record<string, string | number>>
}
