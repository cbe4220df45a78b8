import type { Readable } from 'node:stream'
import { LonghandError } from 'longhand'

/** What a provider answers: its bytes as they come. */
export type UpstreamAnswer = {
  readonly status: number
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly body: Readable
}

/** A request as it goes to a provider. */
export type UpstreamRequest = {
  readonly method: string
  /** Below the base URL: `messages`, `chat/completions`. */
  readonly path: string
  /** With its question mark; empty when there is none. */
  readonly query: string
  readonly headers: readonly (readonly [name: string, value: string])[]
  /** Pieces that are there, or a stream; null for none. */
  readonly body: readonly Uint8Array[] | ReadableStream<Uint8Array> | null
  /** Called when its last byte has left. */
  readonly onSent?: () => void
}

/** All bytes of an answer, up to a size; what is longer is cut. */
export async function bytesOfAnswer({ body }: UpstreamAnswer, maxBytes: number): Promise<Buffer> {
  const pieces: Uint8Array[] = []
  let size = 0
  try {
    for await (const piece of body as AsyncIterable<Uint8Array>) {
      pieces.push(piece)
      size += piece.length
      if (size > maxBytes) break
    }
  } catch (cause) {
    throw new LonghandError('unreachable', 'The provider broke off its answer. Ask again.', { cause })
  }
  return Buffer.concat(pieces).subarray(0, maxBytes)
}
