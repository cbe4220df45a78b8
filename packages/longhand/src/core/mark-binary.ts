/**
 * A text without the bytes that are written into it: base64 or hex, in one run or in lines, also inside JSON and data
 * addresses. Half of a picture, a sound or a document is of no use to anyone, so a mark takes the place of all of it.
 */
export const markBinary = (text: string, mark: (length: number) => string): string =>
  text.replace(encoded, run => (isEncoded(run) ? mark(run.length) : run))

/** One long run, or several lines of the length that encoders write. Line ends inside JSON are escaped. */
const encoded =
  /(?:(?<=\\[nrt])|(?<![\w+/\\-]))(?:(?:[\w+/-]{60,76}(?:\r?\n|(?:\\r)?\\n)){4,}[\w+/-]{0,76}={0,2}|[\w+/-]{256,}={0,2})(?![\w+/-])/g

/** Neither a path nor a name, and not one letter over and over: letters and digits of every kind, with few signs between. */
function isEncoded(run: string): boolean {
  if (!/\d/.test(run)) return false
  // Hex in lines is a list of hashes.
  if (/^[\da-f]+$/i.test(run)) return /[a-f]/i.test(run)
  return /[a-z]/.test(run) && /[A-Z]/.test(run) && run.split(/[/_+-]+/).length * minPiece < run.length
}

/** Two of 64 signs of base64 are not letters or digits; in paths and names words are shorter. */
const minPiece = 14
