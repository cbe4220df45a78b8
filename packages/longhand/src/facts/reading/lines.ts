/** The lines of a text that are worth quoting: numbering and indentation gone, hollow lines dropped, long ones cut. */
export function linesOf(text: string, longest: number = longestQuote): readonly string[] {
  return uncoloured(text)
    .split('\n')
    .flatMap(line => (line.length > longest ? line.split(innerBreak) : [line]))
    .flatMap(line => pieces(bare(line), longest))
    .filter(isWorthwhile)
}

/** Without what makes a terminal write in colours. */
const uncoloured = (text: string): string => (text.includes(escapeSign) ? text.replace(colours, '') : text)

const escapeSign = '\u001b'
const colours = new RegExp(`${escapeSign}\\[[\\d;?]{0,20}[A-Za-z]`, 'g')

/** A text inside JSON has lines of its own; what breaks them is two signs, or more where JSON stands in JSON. */
const innerBreak = /(?:\\{1,8}[nr])+/

/** The same of what people read: the words around the one sentence that is wanted cost as much as it does. */
export const proseLines = (text: string): readonly string[] => linesOf(text, longestProse)

const longestProse = 360

/** The same of what a person wrote, sentence by sentence: one of them may matter for ever, and the next never again. */
export const sentencesOf = (text: string): readonly string[] =>
  linesOf(text)
    .flatMap(line => (line.length > shortLine ? line.split(sentenceEnd) : [line]))
    .filter(isWorthwhile)

const shortLine = 100

/** A full stop after a single letter ends an abbreviation, not a sentence. */
const sentenceEnd = /(?<=[^\s.]{2}[.!?])\s+/

/** The same of something a tool printed, which may be huge: what stands at its ends says most. */
export function outputLines(text: string): readonly string[] {
  if (text.length <= longestOutput) return linesOf(text)
  const head = Math.floor(longestOutput * 0.6)
  return [...linesOf(text.slice(0, head)), ...linesOf(text.slice(text.length - (longestOutput - head)))]
}

const longestOutput = 120_000

/** Without the numbering that file viewers put before a line (`12→`, `12\t`, `12: `), and without indentation. */
const bare = (line: string): string =>
  line
    .slice(0, longestLine)
    .replace(/^\s*(?:L?\d{1,6}(?:→|\t|[:|] ?|- ))?\s*/, '')
    .trimEnd()

/** One line of more than this is not written by people, nor for them. */
const longestLine = 20_000

/** Lines longer than this are cut where a sentence, a clause or a word ends. */
const longestQuote = 500
/** A piece is this much shorter, so that what is left over is no crumb. */
const pieceShare = 0.84

function pieces(line: string, longest: number): readonly string[] {
  if (line.length <= longest) return [line]
  const found: string[] = []
  let from = 0
  while (line.length - from > longest) {
    const to = from + breakIn(line.slice(from, from + Math.floor(longest * pieceShare)))
    found.push(line.slice(from, to).trim())
    from = to
  }
  return [...found, line.slice(from).trim()]
}

/** Where a stretch of text may be cut: after the last sentence, clause or word that leaves more than half of it. */
function breakIn(stretch: string): number {
  const half = stretch.length / 2
  for (const mark of ['. ', '。', '; ', ', ', ',', ' ']) {
    const at = stretch.lastIndexOf(mark)
    if (at > half) return at + mark.length
  }
  return /[\uD800-\uDBFF]$/.test(stretch) ? stretch.length - 1 : stretch.length
}

const isWorthwhile = (line: string): boolean => line.length >= 4 && /\p{L}\p{L}/u.test(line)
