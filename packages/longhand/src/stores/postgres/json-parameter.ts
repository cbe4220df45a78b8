import { createPacer } from '../../engine/long-work/pacer.ts'
import { jsonPieces } from '../../engine/long-work/write-json.ts'

/** JSON for a parameter of type `jsonb`, in chunks when it is long: one string would have to be encoded all at once. */
export async function jsonParameter(value: unknown): Promise<string | JsonParameter> {
  const chunks: string[] = []
  for await (const chunk of jsonPieces(value)) chunks.push(chunk)
  return chunks.length === 1 ? chunks[0]! : new JsonParameter(chunks)
}

export class JsonParameter {
  readonly chunks: readonly string[]
  #bytes: readonly Buffer[] | null = null

  constructor(chunks: readonly string[]) {
    this.chunks = chunks
  }

  /** Encodes it for `pg` without blocking the event loop. */
  async encode(): Promise<void> {
    const pace = createPacer()
    const bytes: Buffer[] = []
    for (const chunk of this.chunks) {
      bytes.push(Buffer.from(chunk))
      await pace()
    }
    this.#bytes = bytes
  }

  /** What `pg` sends: bytes are sent as they are, and those of `jsonb` begin with its version. */
  toPostgres(): Buffer {
    return Buffer.concat([Buffer.from([1]), ...(this.#bytes ?? this.chunks.map(chunk => Buffer.from(chunk)))])
  }
}

/** The value as one text, if it is in chunks. Its class is lost on the way between threads. */
export function joinChunks(value: unknown): unknown {
  const isInChunks = typeof value === 'object' && value !== null && 'chunks' in value
  return isInChunks ? (value as JsonParameter).chunks.join('') : value
}
