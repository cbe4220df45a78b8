import { othersTurn } from './others-turn.ts'

/** Letters that are written without a break: a few milliseconds, whatever they are. */
const atOnce = 250_000

/** Texts shorter than this are written with what is around them. */
const longFrom = 20_000

/**
 * `JSON.stringify` for values that may hold long texts: the same text, without keeping the event loop from its other work.
 * Escapes take time, and a long text may consist of nothing else.
 */
export async function writeJson(value: unknown): Promise<string> {
  const pieces: string[] = []
  for await (const piece of jsonPieces(value)) pieces.push(piece)
  return pieces.join('')
}

/** The same in pieces, for whoever passes them on. */
export async function* jsonPieces(value: unknown): AsyncGenerator<string> {
  const long: string[] = []
  // Nobody can know it, so no text holds it.
  const mark = crypto.randomUUID()
  const frame = JSON.stringify(value, (_, part) => {
    if (typeof part !== 'string' || part.length < longFrom) return part
    long.push(part)
    return mark
  })
  const [start, ...rest] = long.length === 0 ? [frame] : frame.split(mark)
  yield start!
  let written = 0
  for (const [at, after] of rest.entries()) {
    for (const piece of slices(long[at]!)) {
      yield JSON.stringify(piece).slice(1, -1)
      written += piece.length
      if (written < atOnce) continue
      written = 0
      await othersTurn()
    }
    yield after
  }
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
