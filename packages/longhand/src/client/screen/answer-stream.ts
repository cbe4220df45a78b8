import { type Chunk, parseChunk } from '../api/chunk.ts'
import { backoff, type Pause } from '../api/live-feed.ts'
import { readEvents } from '../api/sse.ts'

type Body = ReadableStream<Uint8Array> | null

/** How an answer is asked for, and whom to tell. */
export type AnswerListener = {
  readonly begin: () => Promise<Body>
  /** The same answer from its beginning; null when nothing is written any more. */
  readonly resume: () => Promise<Body>
  readonly onStart: () => void
  readonly onChunks: (chunks: readonly Chunk[]) => void
  readonly onLink: (link: 'up' | 'down') => void
  readonly pause: Pause
  readonly signal: AbortSignal
}

/** Follows an answer to its end. Throws when it could not begin; when it breaks later it is asked for again. */
export async function followAnswer(listener: AnswerListener): Promise<void> {
  const body = await listener.begin()
  listener.onStart()
  if ((await readAnswer(body, listener)) === 'broken') await goOn(listener)
}

async function goOn(listener: AnswerListener): Promise<void> {
  for (let failures = 0; !listener.signal.aborted; failures++) {
    await listener.pause(backoff(failures) / 2, listener.signal)
    const body = await listener.resume().catch(() => 'unreachable' as const)
    listener.onLink(body === 'unreachable' ? 'down' : 'up')
    if (body === 'unreachable') continue
    if (body !== null) listener.onStart()
    if ((await readAnswer(body, listener)) === 'whole') return
  }
}

/** An answer that ends without saying so has lost its connection. */
async function readAnswer(body: Body, { onChunks }: AnswerListener): Promise<'whole' | 'broken'> {
  if (body === null) return 'whole'
  let outcome: 'whole' | 'broken' = 'broken'
  try {
    for await (const events of readEvents(body)) {
      const chunks = events.flatMap(({ data }) => parseChunk(data) ?? [])
      if (chunks.some(({ type }) => type === 'finish' || type === 'abort')) outcome = 'whole'
      if (chunks.length > 0) onChunks(chunks)
    }
  } catch {
    // A connection that breaks is an answer that has not ended.
  }
  return outcome
}
