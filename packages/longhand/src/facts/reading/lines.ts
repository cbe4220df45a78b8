import { isMinified, lineWithoutBinary, withoutBinary } from './without-binary.ts'

/** The lines of a text worth quoting: without numbering and indentation, empty ones dropped, long ones split. */
export function linesOf(text: string, maxLength: number = maxLineLength): readonly string[] {
  const found: string[] = []
  for (const line of withoutBinary(withoutTags(text))) addPieces(line, maxLength, found)
  return found
}

/** One line of a text: before and after what nobody reads was taken out, and what of it is worth quoting. */
export type QuotableLine = { readonly line: string; readonly left: string; readonly pieces: readonly string[] }

export function readRawLine(text: string): QuotableLine {
  const line = withoutTags(text)
  const left = lineWithoutBinary(line)
  const pieces: string[] = []
  addPieces(left, maxLineLength, pieces)
  return { line, left, pieces }
}

function addPieces(line: string, maxLength: number, found: string[]): void {
  const pieces = line.length > maxLength ? piecesOf(line, maxLength) : [withoutNumbering(line)]
  for (const piece of pieces) if (isWorthQuoting(piece)) found.push(piece)
}

/** Without colours and what is put around failures. */
const withoutTags = (text: string): string => withoutColours(text).replace(errorTags, '')

/** A line that is too long by itself: what was several lines once, records, and then sentences. */
const piecesOf = (line: string, maxLength: number): readonly string[] =>
  line
    .split(escapedLineBreaks)
    .flatMap(piece => (piece.length > maxLength ? piece.split(betweenRecords) : [piece]))
    .flatMap(piece => (isMinified(piece) ? [] : splitLongLine(withoutNumbering(piece), maxLength)))

/** What Claude Code puts around a failure that it marks as one anyway. */
const errorTags = /<\/?tool_use_error>/g

/** Without the escape codes for terminal colours and links. */
const withoutColours = (text: string): string => (text.includes(escapeSign) ? text.replace(colours, '') : text)

const escapeSign = '\u001b'
const bell = '\u0007'
const colours = new RegExp(
  `${escapeSign}(?:\\[[\\d;?]{0,20}[A-Za-z]|\\][^${bell}${escapeSign}\\n]{0,500}(?:${bell}|${escapeSign}\\\\)|[()][A-Z\\d])`,
  'g',
)

/** Text inside JSON has escaped line breaks, with more backslashes where JSON is nested in JSON. */
const escapedLineBreaks = /(?:\\{1,8}[nr])+/

/** Where a list of records in JSON is split: a price says nothing without the flight it is for. */
const betweenRecords = /(?<=\}),\s?(?=\{)/

/** The same for prose, in shorter pieces: the words around a wanted sentence cost as much as it does. */
export const proseLines = (text: string): readonly string[] => linesOf(text, maxProseLength)

const maxProseLength = 360

/** The same for what a person wrote, sentence by sentence: one may matter for ever, the next never again. */
export const sentencesOf = (text: string): readonly string[] =>
  linesOf(text)
    .flatMap(line => (line.length > shortLine ? line.split(sentenceEnd) : [line]))
    .filter(isWorthQuoting)

const shortLine = 100

/** A full stop after a single letter or a title ends an abbreviation, not a sentence. */
const sentenceEnd =
  /(?<=[^\s.]{2}[.!?])(?<!(?<![\p{L}])(?:Mr|Mrs|Ms|Dr|Hon|Prof|St|Jr|Sr|Sra|vs|No|Nr|Hr|Fr|bzw|Mme|Mlle)\.)\s+|(?<=[。！？])/u

/** The same for tool output, which may be huge: its beginning and end say most. */
export function outputLines(text: string): readonly string[] {
  if (text.length <= maxOutputLength) return linesOf(text)
  const head = Math.floor(maxOutputLength * 0.6)
  return [...linesOf(text.slice(0, head)), ...linesOf(text.slice(text.length - (maxOutputLength - head)))]
}

const maxOutputLength = 120_000

/** Without the numbering that file viewers put before a line (`12→`, `12\t`, `12: `), and without indentation. */
const withoutNumbering = (line: string): string =>
  line
    .slice(0, maxQuotableLineLength)
    .replace(/^\s*(?:L?\d{1,6}(?:→|\t|[:|] ?|- ))?\s*/, '')
    .trimEnd()

/** Longer lines are not written by people, nor for them. */
const maxQuotableLineLength = 20_000

/** Longer lines are split where a sentence, a clause or a word ends. */
const maxLineLength = 500
/** Pieces are shorter than the maximum, so that the rest is not tiny. */
const pieceShare = 0.84

function splitLongLine(line: string, maxLength: number): readonly string[] {
  if (line.length <= maxLength) return [line]
  const found: string[] = []
  let from = 0
  while (line.length - from > maxLength) {
    const to = from + breakPoint(line.slice(from, from + Math.floor(maxLength * pieceShare)))
    found.push(line.slice(from, to).trim())
    from = to
  }
  return [...found, line.slice(from).trim()]
}

/** Where a text may be split: after the last sentence, clause or word that leaves more than half of it. */
function breakPoint(text: string): number {
  const half = text.length / 2
  for (const mark of ['. ', '。', '; ', ', ', ',', ' ']) {
    const at = text.lastIndexOf(mark)
    if (at > half) return at + mark.length
  }
  return /[\uD800-\uDBFF]$/.test(text) ? text.length - 1 : text.length
}

const isWorthQuoting = (line: string): boolean =>
  line.length >= 4 && (/[A-Za-z]{2}/.test(line) || /\p{L}\p{L}/u.test(line)) && !closingTag.test(line)

/** What closes says nothing about what it closes. */
const closingTag = /^<\/[\w:.-]{1,60}>[;,)}\]]{0,4}$/
