import { LonghandError } from 'longhand'
import { createPacer, slices } from 'longhand/internal/engine'

/** The longest line: a message with the largest files, and the escapes in it. */
const maxLineBytes = 16 * 1024 * 1024

/** The lines of a body as it arrives. The chunks of a line are joined once, at its end. */
export async function* linesOf(body: ReadableStream<Uint8Array> | null): AsyncIterable<string> {
  if (body === null) return
  let pieces: Uint8Array[] = []
  let size = 0
  let number = 1
  const add = (piece: Uint8Array) => {
    size += piece.length
    if (size > maxLineBytes) throw tooLong(number)
    if (piece.length > 0) pieces.push(piece)
  }
  const close = () => {
    const line = Buffer.concat(pieces).toString('utf8')
    pieces = []
    size = 0
    number++
    return line
  }
  // A body may consist of nothing but line breaks.
  const pace = createPacer()
  for await (const bytes of chunksOf(body)) {
    let from = 0
    for (let end = bytes.indexOf(lineFeed); end >= 0; end = bytes.indexOf(lineFeed, from)) {
      add(bytes.subarray(from, end))
      yield close()
      await pace()
      from = end + 1
    }
    add(bytes.subarray(from))
  }
  if (size > 0) yield close()
}

const lineFeed = 10

const tooLong = (line: number): LonghandError =>
  new LonghandError('too-large', `Line ${line} is longer than ${maxLineBytes} bytes. Nothing was imported.`, {
    details: { line, limit: maxLineBytes },
  })

/** The chunks of a body; a broken connection is the sender's error. */
async function* chunksOf(body: ReadableStream<Uint8Array>): AsyncIterable<Uint8Array> {
  try {
    yield* body
  } catch (cause) {
    if (cause instanceof LonghandError) throw cause
    throw new LonghandError('bad-request', 'The request ended before its body did. Send it again.', { cause })
  }
}

/** All bytes of a body, in memory that threads share, so that passing them on copies nothing. The gate limits their number. */
export async function bytesOf(body: ReadableStream<Uint8Array> | null): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  if (body !== null) for await (const chunk of chunksOf(body)) chunks.push(chunk)
  const bytes = new Uint8Array(new SharedArrayBuffer(chunks.reduce((sum, { length }) => sum + length, 0)))
  const pace = createPacer()
  let at = 0
  for (const chunk of chunks) {
    bytes.set(chunk, at)
    at += chunk.length
    await pace()
  }
  return bytes
}

/** Text as a body, produced as fast as it is read; long strings are encoded a slice at a time. */
export function bodyOf(pieces: AsyncIterable<string> | Iterable<string>): ReadableStream<Uint8Array> {
  const iterator = slicesOf(pieces)
  const encoder = new TextEncoder()
  return new ReadableStream<Uint8Array>({
    async pull(to) {
      const { done, value } = await iterator.next()
      if (done) to.close()
      else to.enqueue(encoder.encode(value))
    },
    async cancel() {
      await iterator.return(undefined)
    },
  })
}

async function* slicesOf(pieces: AsyncIterable<string> | Iterable<string>): AsyncGenerator<string> {
  for await (const piece of pieces) yield* slices(piece)
}
