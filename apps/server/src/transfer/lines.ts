/** The lines of a body as it comes in, without holding all of it. */
export async function* linesOf(body: ReadableStream<Uint8Array> | null): AsyncIterable<string> {
  if (body === null) return
  const decoder = new TextDecoder()
  let rest = ''
  for await (const bytes of body) {
    const lines = (rest + decoder.decode(bytes, { stream: true })).split('\n')
    rest = lines.pop()!
    yield* lines
  }
  if (rest !== '') yield rest
}

/** Text as a body, made at the pace at which it is read. */
export function bodyOf(pieces: AsyncIterable<string>): ReadableStream<Uint8Array> {
  const iterator = pieces[Symbol.asyncIterator]()
  const encoder = new TextEncoder()
  return new ReadableStream<Uint8Array>({
    async pull(to) {
      const { done, value } = await iterator.next()
      if (done) to.close()
      else to.enqueue(encoder.encode(value))
    },
    async cancel() {
      await iterator.return?.()
    },
  })
}
