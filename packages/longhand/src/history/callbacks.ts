import { errorCodes, LonghandError } from '../core/errors.ts'
import type { Receipt } from '../core/receipt.ts'
import type { EngineEvent, OnEvent } from '../engine/ports/events.ts'

/** What an app is told while it uses a conversation. */
export type ContextCallbacks = {
  readonly onCompaction?: (receipt: Receipt) => void
  /** Told what fails in the background, and what your own callbacks throw. */
  readonly onError?: (error: unknown) => void
  readonly onEvent?: OnEvent
}

/** The callbacks of an app as one. One that throws changes nothing about what it was told of. */
export function callbacksOf({ onEvent, onCompaction, onError }: ContextCallbacks): OnEvent {
  const safely = (tell: () => void) => {
    try {
      tell()
    } catch (error) {
      ignoreErrors(() => onError?.(error))
    }
  }
  return event => {
    safely(() => onEvent?.(event))
    safely(() => {
      if (event.type === 'compaction' && event.receipt !== null) onCompaction?.(event.receipt)
    })
    const error = errorIn(event)
    if (error !== null) ignoreErrors(() => onError?.(error))
  }
}

/** There is nobody left to tell of an error handler that throws. */
function ignoreErrors(tell: () => void): void {
  try {
    tell()
  } catch {}
}

/** What an event tells of as gone wrong; null when it does not. */
function errorIn(event: EngineEvent): unknown {
  if (event.type === 'bug') return event.error
  if (event.type === 'warning') {
    const code = errorCodes.find(one => one === event.code) ?? 'model-failed'
    return new LonghandError(code, event.sentence, { cause: event.cause })
  }
  const hasFailed =
    (event.type === 'compaction' && event.phase === 'failed') ||
    (event.type === 'preparation' && event.outcome === 'failed')
  if (!hasFailed) return null
  const sentence = event.sentence ?? 'A summary could not be written ahead of need.'
  const details = { reason: event.reason ?? 'failed' }
  return new LonghandError('summariser-failed', sentence, { cause: event.cause, details })
}
