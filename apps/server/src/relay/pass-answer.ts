import { LonghandError } from 'longhand'
import { type HeardAnswer, hearAnswer, type Protocol } from 'longhand/internal/relay'
import { headersBack } from './relay-headers.ts'
import type { UpstreamAnswer } from './upstream-answer.ts'

/** An answer that goes back to its client, and who listens to it. */
export type PassedAnswer = {
  readonly answer: UpstreamAnswer
  /** Ours, besides the provider's. */
  readonly headers: readonly (readonly [name: string, value: string])[]
  /** Ends the call when the client hangs up. */
  readonly stop: AbortController
  readonly listening: Listening | null
}

type Listening = {
  readonly protocol: Protocol
  /** Called when its first bytes have been handed on. */
  readonly onFirst: () => void
  /** Called before the last byte has gone, so that the client's next request comes after it. */
  readonly onHeard: (answer: HeardAnswer & { readonly complete: boolean }) => void
  /** Told of a bug in our listening: the client has its answer, and the conversation lacks it. */
  readonly onFault: (fault: unknown) => void
  /** Told what the provider says has gone wrong amid its answer. */
  readonly onFailure: (said: string) => void
}

/** H4.4 the provider's bytes as they come. What is heard of them is beside the way: it cannot hold them up. */
export function passAnswer({ answer, headers, stop, listening }: PassedAnswer): Response {
  const type = answer.headers.find(([name]) => name === 'content-type')?.[1] ?? ''
  const form = type.startsWith('text/event-stream') ? 'events' : 'whole'
  const { protocol, onFirst, onHeard, onFault, onFailure } =
    answer.status === 200 && listening !== null ? listening : nobody
  const listener = protocol === null ? null : hearAnswer(protocol, { form, onFault, onFailure })
  const pieces = answer.body[Symbol.asyncIterator]()
  let isFirst = true
  let isOver = false
  let unheard: Uint8Array | null = null
  const hear = () => {
    if (unheard !== null) listener?.push(unheard)
    unheard = null
  }
  const finish = () => {
    if (isOver) return
    isOver = true
    hear()
    const heard = listener?.end() ?? null
    if (heard !== null) onHeard(stop.signal.aborted ? { ...heard, complete: false } : heard)
  }
  const body = new ReadableStream<Uint8Array>({
    async pull(to) {
      try {
        // Each piece is heard after it has gone back, while the next one is awaited.
        hear()
        const { done, value } = await pieces.next()
        if (done) {
          finish()
          to.close()
        } else {
          to.enqueue(value)
          if (isFirst) onFirst()
          isFirst = false
          unheard = value
        }
      } catch (error) {
        finish()
        to.error(cutOff(error))
      }
    },
    cancel() {
      stop.abort()
      finish()
    },
  })
  const all = new Headers([...headersBack(answer.headers), ...headers].map(([name, value]) => [name, value]))
  all.set('transfer-encoding', 'chunked')
  // Some answers have no bytes by their nature, and none may be given to them.
  if (!isWithoutBody(answer.status)) return new Response(body, { status: answer.status, headers: all })
  all.delete('transfer-encoding')
  void body.cancel()
  return new Response(null, { status: answer.status, headers: all })
}

const nobody = { protocol: null, onFirst: () => {}, onHeard: () => {}, onFault: () => {}, onFailure: () => {} }

const isWithoutBody = (status: number): boolean => [204, 205, 304].includes(status)

/** A provider that breaks off is no bug of ours. The client's connection breaks as well, so that it knows. */
const cutOff = (cause: unknown): LonghandError =>
  new LonghandError('unreachable', 'The provider broke off its answer. Ask again.', { cause })
