import { type HeardAnswer, hearAnswer, type Protocol } from 'longhand/internal/relay'
import { withSecureHeaders } from '../gate/secure-headers.ts'
import { beginBody } from '../http/deliver.ts'
import type { RequestEnv } from '../request-env.ts'
import type { Log } from '../telemetry/log.ts'
import { headersBack } from './relay-headers.ts'
import type { UpstreamAnswer } from './upstream-answer.ts'

/** An answer that goes back to its client, and who listens to it. */
export type PassedAnswer = {
  readonly answer: UpstreamAnswer
  /** Ours, besides the provider's. */
  readonly headers: readonly (readonly [name: string, value: string])[]
  /** Ends the call when the client hangs up. */
  readonly stop: AbortController
  readonly log: Log
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

/**
 * H4.4 the provider's bytes as they come, written to the client's connection directly: web streams took longer than all else
 * between the first byte from the provider and the first byte to the client. Whoever listens cannot hold them up. Returns
 * what middleware is told.
 */
export function passAnswer(
  { outgoing }: RequestEnv['Bindings'],
  { answer, headers, stop, log, listening }: PassedAnswer,
): Response {
  const to = outgoing!
  const { status, body } = answer
  const client = beginBody(to, status, withSecureHeaders([...headersBack(answer.headers), ...headers]).flat())
  const listener = status === 200 && listening !== null ? createListener(answer, listening) : null
  let isOver = false
  const endWith = (last: () => void) => {
    if (isOver) return
    isOver = true
    listener?.end(stop.signal)
    last()
  }
  let waits = 0
  const pauseUntil = (wait: (over: () => void) => void) => {
    waits++
    body.pause()
    wait(() => {
      if (--waits === 0) body.resume()
    })
  }
  const pass = (piece: Uint8Array) => {
    if (!client.write(piece)) pauseUntil(over => to.once('drain', over))
    // Heard after it has gone back.
    if (listener?.hear(piece) === 'pause') pauseUntil(setImmediate)
  }
  const cut = () =>
    endWith(() => {
      // A provider that breaks off is no bug of ours.
      if (!to.destroyed) log({ level: 'warn', event: 'cut', code: 'unreachable' })
      // Destroyed, not ended: the client must see that the answer is incomplete.
      to.destroy()
    })
  const leave = () => {
    stop.abort()
    endWith(() => body.destroy())
  }
  body.once('end', () => endWith(() => to.end()))
  body.on('error', cut)
  body.once('close', cut)
  if (to.destroyed) leave()
  else to.once('close', leave)
  // What came with the headers goes back with ours.
  const first: Uint8Array | null = body.read()
  if (first !== null) pass(first)
  body.on('data', pass)
  // It broke off before anyone listened, while our headers were being counted.
  if (body.destroyed) cut()
  // The client has the status as it came; 599 is the highest that a Response takes.
  return new Response(null, { status: Math.min(status, 599) })
}

function createListener({ headers }: UpstreamAnswer, { protocol, onFirst, onHeard, onFault, onFailure }: Listening) {
  const type = headers.find(([name]) => name === 'content-type')?.[1] ?? ''
  const form = type.startsWith('text/event-stream') ? 'events' : 'whole'
  const listener = hearAnswer(protocol, { form, onFault, onFailure })
  let isFirst = true
  return {
    hear(piece: Uint8Array): 'on' | 'pause' {
      if (isFirst) onFirst()
      isFirst = false
      return listener.push(piece)
    },
    /** Whoever hung up has not read all of it. */
    end({ aborted }: AbortSignal): void {
      const heard = listener.end()
      if (heard !== null) onHeard(aborted ? { ...heard, complete: false } : heard)
    },
  }
}
