import type { Json } from 'longhand/internal/core'
import { writeJson } from 'longhand/internal/engine'

/** Server-sent events with backpressure. Comments keep the connection alive through proxies. */
export function eventStream(open: (gone: AbortSignal) => AsyncIterable<string>, headers: HeadersInit = {}): Response {
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
      if (!done) return to.enqueue(encode(`data: ${value}\n\n`))
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

const encoder = new TextEncoder()
const encode = (text: string): Uint8Array => encoder.encode(text)

/** An answer as an AI SDK UI message stream. A disconnect does not stop it. */
export const answerStream = (chunks: (gone: AbortSignal) => AsyncIterable<Json>): Response =>
  eventStream(gone => lines(chunks(gone)), { 'x-vercel-ai-ui-message-stream': 'v1' })

async function* lines(chunks: AsyncIterable<Json>): AsyncIterable<string> {
  for await (const chunk of chunks) yield await writeJson(chunk)
  yield '[DONE]'
}
