import { type Chunk, parseChunk } from '../api/chunk.ts'
import { backoffMs, type Sleep } from '../api/live-feed.ts'
import { readEvents } from '../api/sse.ts'

type Body = ReadableStream<Uint8Array> | null

/** How an answer is asked for, and whom to tell. */
export type AnswerStream = {
  readonly start: () => Promise<Body>
  /** The same answer from its beginning; null when nothing is written any more. */
  readonly resume: () => Promise<Body>
  readonly onStart: () => void
  readonly onChunks: (chunks: readonly Chunk[]) => void
  readonly onConnection: (connection: 'online' | 'offline') => void
  readonly sleep: Sleep
  readonly signal: AbortSignal
}

/** Follows an answer to its end. Throws when it could not begin; when it breaks later it is asked for again. */
export async function readAnswerStream(listener: AnswerStream): Promise<void> {
  const body = await listener.start()
  listener.onStart()
  if ((await readAnswer(body, listener)) === 'interrupted') await resumeUntilDone(listener)
}

async function resumeUntilDone(listener: AnswerStream): Promise<void> {
  for (let failures = 0; !listener.signal.aborted; failures++) {
    await listener.sleep(backoffMs(failures) / 2, listener.signal)
    const body = await listener.resume().catch(() => 'unreachable' as const)
    listener.onConnection(body === 'unreachable' ? 'offline' : 'online')
    if (body === 'unreachable') continue
    if (body !== null) listener.onStart()
    if ((await readAnswer(body, listener)) === 'complete') return
  }
}

/** An answer that ends without saying so has lost its connection. */
async function readAnswer(body: Body, { onChunks }: AnswerStream): Promise<'complete' | 'interrupted'> {
  if (body === null) return 'complete'
  let outcome: 'complete' | 'interrupted' = 'interrupted'
  try {
    for await (const events of readEvents(body)) {
      const chunks = events.flatMap(({ data }) => parseChunk(data) ?? [])
      if (chunks.some(({ type }) => type === 'finish' || type === 'abort')) outcome = 'complete'
      if (chunks.length > 0) onChunks(chunks)
    }
  } catch {
    // A connection that breaks is an answer that has not ended.
  }
  return outcome
}
