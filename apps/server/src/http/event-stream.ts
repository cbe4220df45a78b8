import type { Json } from 'longhand/internal/core'
import { writeJson } from 'longhand/internal/engine'

/** A server-sent event; most have no name. */
export type ServerEvent = { readonly name: string | null; readonly data: string }

/** Server-sent events with backpressure, one write for all that come at once. Comments keep the connection alive through proxies. */
export function eventStream(
  open: (gone: AbortSignal) => AsyncIterable<ServerEvent>,
  headers: HeadersInit = {},
): Response {
  const gone = new AbortController()
  const nextTexts = gatherEvents(open(gone.signal)[Symbol.asyncIterator]())
  let pings: NodeJS.Timeout
  const body = new ReadableStream<Uint8Array>({
    start(to) {
      pings = setInterval(() => {
        if ((to.desiredSize ?? 0) > 0) to.enqueue(encode(': ping\n\n'))
      }, pingMs)
    },
    async pull(to) {
      const { text, ended } = await nextTexts()
      if (text !== '') to.enqueue(encode(text))
      if (!ended) return
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

/** Characters after which a write is not held back for what may still come. */
const maxWrite = 16_384

/** The least time between two writes: much less than people see, and several words of a fast model. */
const minPauseMs = 8

/**
 * All events that come at once, or soon after a write, as one text: a write for each would take longer than the rest of an
 * answer. The first event after a pause is never held back.
 */
function gatherEvents(events: AsyncIterator<ServerEvent>) {
  const request = () => {
    const next = events.next()
    // It may fail before anyone reads on; whoever does is told.
    next.catch(() => {})
    return next
  }
  let coming: ReturnType<typeof request> | null = null
  let wroteAt = Number.NEGATIVE_INFINITY
  const written = (text: string, ended: boolean) => {
    wroteAt = performance.now()
    return { text, ended }
  }
  return async (): Promise<{ readonly text: string; readonly ended: boolean }> => {
    let text = ''
    let later: Promise<null> | null = null
    for (;;) {
      coming ??= request()
      // A failure waits until what came before it is written.
      const next = later === null ? await coming : await Promise.race([coming.catch(() => null), later])
      if (next === null) return written(text, false)
      coming = null
      if (next.done) return written(text, true)
      text += eventText(next.value)
      if (text.length >= maxWrite) return written(text, false)
      later ??= pauseUntil(wroteAt + minPauseMs)
    }
  }
}

/** Resolves at a time, or at the end of this turn of the event loop when it is over. */
const pauseUntil = (at: number): Promise<null> => {
  const ms = at - performance.now()
  return new Promise(resolve => (ms > 0 ? setTimeout(resolve, ms, null) : setImmediate(resolve, null)))
}

const eventText = ({ name, data }: ServerEvent): string => `${name === null ? '' : `event: ${name}\n`}data: ${data}\n\n`

const encoder = new TextEncoder()
const encode = (text: string): Uint8Array => encoder.encode(text)

/** An answer as an AI SDK UI message stream. A disconnect does not stop it. */
export const answerStream = (chunks: (gone: AbortSignal) => AsyncIterable<Json>): Response =>
  eventStream(gone => events(chunks(gone)), { 'x-vercel-ai-ui-message-stream': 'v1' })

async function* events(chunks: AsyncIterable<Json>): AsyncIterable<ServerEvent> {
  for await (const chunk of chunks) yield { name: null, data: await writeJson(chunk) }
  yield { name: null, data: '[DONE]' }
}
