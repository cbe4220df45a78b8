/**
 * A text without the bytes that are written into it: base64 or hex, in one run or in lines, also inside JSON and data
 * addresses. Half of a picture, a sound or a document is of no use to anyone, so a mark takes the place of all of it.
 */
export function markBinary(text: string, mark: (length: number) => string): string {
  let [marked, at] = ['', 0]
  for (const { from, to } of longRuns(text)) {
    if (!isEncoded(text.slice(from, to))) continue
    marked += text.slice(at, from) + mark(to - from)
    at = to
  }
  return marked + text.slice(at)
}

type Span = { readonly from: number; readonly to: number }

/** Runs of at least 256 signs, or four lines and more of the length that encoders write. */
function* longRuns(text: string): Generator<Span> {
  let block: Span & { readonly lines: number } = { from: 0, to: 0, lines: 0 }
  for (const { 0: run, index: from } of text.matchAll(line)) {
    const to = from + run.length
    const isNext = run.length <= maxLine && block.lines > 0 && endOf(text, block.to, lineEnd) === from
    if (isNext) block = { from: block.from, to, lines: block.lines + 1 }
    else {
      if (block.lines >= minLines) yield withLastLine(text, block)
      block = { from, to, lines: run.length <= maxLine ? 1 : 0 }
    }
    if (run.length >= minRun) yield { from, to }
  }
  if (block.lines >= minLines) yield withLastLine(text, block)
}

const [minRun, maxLine, minLines] = [256, 78, 4]

/** A run of signs, as long as a line of bytes or longer. One simple loop: nested ones need stack for every sign. */
const line = /(?:(?<=\\[nrt])|(?<![\w+/\\-]))[\w+/-]{60}[\w+/-]*={0,2}(?![\w+/-])/g
/** Inside JSON, line ends are escaped. */
const lineEnd = /\r?\n|(?:\\r)?\\n/y
const lastLine = /(?:\r?\n|(?:\\r)?\\n)[\w+/-]{1,76}={0,2}(?![\w+/-])/y

const withLastLine = (text: string, { from, to }: Span): Span => ({ from, to: endOf(text, to, lastLine) ?? to })

/** Where a pattern that begins here ends. */
function endOf(text: string, from: number, pattern: RegExp): number | null {
  pattern.lastIndex = from
  return pattern.test(text) ? pattern.lastIndex : null
}

/** Neither a path nor a name, and not one letter over and over: letters and digits of every kind, with few signs between. */
function isEncoded(run: string): boolean {
  if (!/\d/.test(run)) return false
  // Hex in lines is a list of hashes.
  if (/^[\da-f]+$/i.test(run)) return /[a-f]/i.test(run)
  return /[a-z]/.test(run) && /[A-Z]/.test(run) && run.split(/[/_+-]+/).length * minPiece < run.length
}

/** Two of 64 signs of base64 are not letters or digits; in paths and names words are shorter. */
const minPiece = 14
