import { createParser, type EventSourceMessage } from 'eventsource-parser'

/**
 * Reads a stream of server-sent events. Each turn yields all events that came in one piece of the network, so that a
 * screen draws once per piece and not once per word.
 */
export async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<readonly EventSourceMessage[]> {
  const decoder = new TextDecoder()
  let found: EventSourceMessage[] = []
  const parser = createParser({ onEvent: event => found.push(event) })
  const reader = body.getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      parser.feed(decoder.decode(value, { stream: true }))
      if (found.length > 0) yield found
      found = []
    }
  } finally {
    await reader.cancel().catch(() => {})
  }
}
