import type { Json } from 'longhand/internal/core'
import { writeJson } from 'longhand/internal/engine'

/** A server-sent event; most have no name. */
export type ServerEvent = { readonly name: string | null; readonly data: string }

/** Server-sent events with backpressure. Comments keep the connection alive through proxies. */
export function eventStream(
  open: (gone: AbortSignal) => AsyncIterable<ServerEvent>,
  headers: HeadersInit = {},
): Response {
  const gone = new AbortController()
  const events = open(gone.signal)[Symbol.asyncIterator]()
  let pings: NodeJS.Timeout
  const body = new ReadableStream<Uint8Array>({
    start(to) {
      pings = setInterval(() => {
        if ((to.desiredSize ?? 0) > 0) to.enqueue(encode(': ping\n\n'))
      }, pingMs)
    },
    async pull(to) {
      const { done, value } = await events.next()
      if (!done) return to.enqueue(encode(written(value)))
      clearInterval(pings)
      if (!gone.signal.aborted) to.close()
    },
    cancel() {
      clearInterval(pings)
      gone.abort()
    },
  })
  return new Response(body, {
    headers: {
      'content-type': 'text/event-stream; charset=utf-8',
      'transfer-encoding': 'chunked',
      'x-accel-buffering': 'no',
      ...headers,
    },
  })
}

const pingMs = 15_000

const written = ({ name, data }: ServerEvent): string => `${name === null ? '' : `event: ${name}\n`}data: ${data}\n\n`

const encoder = new TextEncoder()
const encode = (text: string): Uint8Array => encoder.encode(text)

/** An answer as an AI SDK UI message stream. A disconnect does not stop it. */
export const answerStream = (chunks: (gone: AbortSignal) => AsyncIterable<Json>): Response =>
  eventStream(gone => events(chunks(gone)), { 'x-vercel-ai-ui-message-stream': 'v1' })

async function* events(chunks: AsyncIterable<Json>): AsyncIterable<ServerEvent> {
  for await (const chunk of chunks) yield { name: null, data: await writeJson(chunk) }
  yield { name: null, data: '[DONE]' }
}
