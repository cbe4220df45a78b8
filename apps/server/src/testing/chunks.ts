import { readEvents } from 'longhand/internal/client'

/** A chunk of a UI message stream, as far as tests look into it. */
export type Chunk = {
  readonly type: string
  readonly id?: string
  readonly delta?: string
  readonly data?: Readonly<Record<string, unknown>>
}

/** The chunks of a stream as they come; the end mark is none. */
export async function* eachChunk(body: ReadableStream<Uint8Array> | null): AsyncGenerator<Chunk> {
  if (body === null) return
  for await (const events of readEvents(body)) {
    for (const { data } of events) if (data !== '[DONE]') yield JSON.parse(data)
  }
}

export async function chunksOf(body: ReadableStream<Uint8Array> | null): Promise<readonly Chunk[]> {
  const chunks: Chunk[] = []
  for await (const chunk of eachChunk(body)) chunks.push(chunk)
  return chunks
}

export const textIn = (chunks: readonly Chunk[]): string => chunks.map(({ delta = '' }) => delta).join('')
