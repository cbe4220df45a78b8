/** Letters that are written or encoded in a few milliseconds, whatever they are. */
export const sliceLength = 250_000

/** A text in pieces, none of which ends in the middle of a character. */
export function* slices(text: string): Generator<string> {
  for (let from = 0; from < text.length; ) {
    const end = from + sliceLength
    const to = /[\uD800-\uDBFF]/.test(text.charAt(end - 1)) ? end - 1 : end
    yield text.slice(from, to)
    from = to
  }
}
