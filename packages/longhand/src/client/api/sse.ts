import { createParser, type EventSourceMessage } from 'eventsource-parser'
import { LonghandError } from '../../core/errors.ts'

/**
 * Reads a stream of server-sent events. Each turn yields all events that came in one piece of the network, so that a
 * screen draws once per piece and not once per word. A stream that falls silent is broken, though nobody said so: a
 * machine that slept, a network that is gone.
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

/** The server says something at least every 15 seconds. */
const silenceTimeoutMs = 45_000

function withTimeout<T>(next: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new LonghandError('unreachable', 'The connection fell silent.')), silenceTimeoutMs)
  })
  return Promise.race([next, silence]).finally(() => clearTimeout(timer))
}
