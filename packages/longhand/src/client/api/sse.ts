import { createParser, type EventSourceMessage } from 'eventsource-parser'
import { LonghandError } from '../../core/errors.ts'

/**
 * Reads a stream of server-sent events. Each step yields all events of one network chunk, so that a screen renders
 * once per chunk and not once per word. A stream that falls silent counts as broken: the machine slept, or the network
 * is gone.
 */
export async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<readonly EventSourceMessage[]> {
  const decoder = new TextDecoder()
  let found: EventSourceMessage[] = []
  const parser = createParser({ onEvent: event => found.push(event) })
  const reader = body.getReader()
  try {
    for (;;) {
      const { done, value } = await withTimeout(reader.read())
      if (done) return
      parser.feed(decoder.decode(value, { stream: true }))
      if (found.length > 0) yield found
      found = []
    }
  } finally {
    await reader.cancel().catch(() => {})
  }
}

/** The server sends something at least every 15 seconds. */
const silenceTimeoutMs = 45_000

function withTimeout<T>(next: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new LonghandError('unreachable', 'The connection went quiet. Reconnecting.')),
      silenceTimeoutMs,
    )
  })
  return Promise.race([next, silence]).finally(() => clearTimeout(timer))
}
