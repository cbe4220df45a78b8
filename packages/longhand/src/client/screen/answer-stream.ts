import { backoffMs, type Sleep } from '../api/backoff.ts'
import { type Chunk, parseChunk } from '../api/chunk.ts'
import { readEvents } from '../api/sse.ts'

type Body = ReadableStream<Uint8Array> | null

/** How an answer is requested, and what is called as it arrives. */
export type AnswerStream = {
  readonly start: () => Promise<Body>
  /** The same answer from its beginning; null when nothing is being written. */
  readonly resume: () => Promise<Body>
  readonly onStart: () => void
  readonly onChunks: (chunks: readonly Chunk[]) => void
  readonly onConnection: (connection: 'online' | 'offline') => void
  readonly sleep: Sleep
  readonly signal: AbortSignal
}

/** Reads an answer to its end. Throws when it cannot start; when the connection breaks later, it resumes. */
export async function readAnswerStream(stream: AnswerStream): Promise<void> {
  const body = await stream.start()
  stream.onStart()
  if ((await readAnswer(body, stream)) === 'interrupted') await resumeUntilDone(stream)
}

async function resumeUntilDone(stream: AnswerStream): Promise<void> {
  for (let failures = 0; !stream.signal.aborted; failures++) {
    await stream.sleep(backoffMs(failures) / 2, stream.signal)
    const body = await stream.resume().catch(() => 'unreachable' as const)
    stream.onConnection(body === 'unreachable' ? 'offline' : 'online')
    if (body === 'unreachable') continue
    if (body !== null) stream.onStart()
    if ((await readAnswer(body, stream)) === 'complete') return
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
