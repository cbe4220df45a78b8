import { createPacer } from '../../engine/long-work/pacer.ts'
import { jsonPieces } from '../../engine/long-work/write-json.ts'

/** JSON for a parameter of type `jsonb`, in pieces when it is long: as one string it would have to be encoded in one go. */
export async function jsonParameter(value: unknown): Promise<string | JsonParameter> {
  const pieces: string[] = []
  for await (const piece of jsonPieces(value)) pieces.push(piece)
  return pieces.length === 1 ? pieces[0]! : new JsonParameter(pieces)
}

export class JsonParameter {
  readonly pieces: readonly string[]
  #bytes: readonly Buffer[] | null = null

  constructor(pieces: readonly string[]) {
    this.pieces = pieces
  }

  /** Makes it ready for `pg`, without keeping the event loop from its other work. */
  async encode(): Promise<void> {
    const pace = createPacer()
    const bytes: Buffer[] = []
    for (const piece of this.pieces) {
      bytes.push(Buffer.from(piece))
      await pace()
    }
    this.#bytes = bytes
  }

  /** What `pg` sends: bytes are sent as they are, and those of `jsonb` begin with its version. */
  toPostgres(): Buffer {
    return Buffer.concat([Buffer.from([1]), ...(this.#bytes ?? this.pieces.map(piece => Buffer.from(piece)))])
  }
}
