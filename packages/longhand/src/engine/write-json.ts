/** Letters that are written without a break: a few milliseconds, whatever they are. */
const atOnce = 250_000

/**
 * `JSON.stringify` for values that may hold long texts: the same text, without keeping the event loop from its other work.
 * Escapes take time, and a long text may consist of nothing else.
 */
export async function writeJson(value: unknown): Promise<string> {
  const long: string[] = []
  // Nobody can know it, so no text holds it.
  const mark = crypto.randomUUID()
  const frame = JSON.stringify(value, (_, part) => {
    if (typeof part !== 'string' || part.length <= atOnce) return part
    long.push(part)
    return mark
  })
  if (long.length === 0) return frame
  const [start, ...rest] = frame.split(mark)
  const pieces = [start!]
  for (const [at, after] of rest.entries()) {
    for (const piece of slices(long[at]!)) {
      pieces.push(JSON.stringify(piece).slice(1, -1))
      await new Promise(resolve => setTimeout(resolve))
    }
    pieces.push(after)
  }
  return pieces.join('')
}

/** A text in pieces, none of which ends in the middle of a character. */
function* slices(text: string): Generator<string> {
  for (let from = 0; from < text.length; ) {
    const end = from + atOnce
    const to = /[\uD800-\uDBFF]/.test(text.charAt(end - 1)) ? end - 1 : end
    yield text.slice(from, to)
    from = to
  }
}
