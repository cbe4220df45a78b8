import { columnsOf, type Line, type Span, span, takeColumns } from './line.ts'
import { columns, graphemeColumns, graphemes } from './width.ts'

/** Breaks a line at its spaces into lines of at most `width` columns; what is too long for one is cut. */
export function wrap(row: Line, width: number): readonly Line[] {
  const lines: Span[][] = [[]]
  let used = 0
  const next = () => {
    lines.push([])
    used = 0
  }
  for (const word of wordsIn(row)) {
    if (used + word.columns <= width) {
      add(lines, word.spans)
      used += word.columns
    } else if (word.type === 'space') next()
    else {
      if (used > 0) next()
      const pieces = chopSpans(word.spans, width)
      for (const [at, piece] of pieces.entries()) {
        if (at > 0) next()
        add(lines, piece)
      }
      used = columnsOf(lines.at(-1)!)
    }
  }
  return lines
}

/** Breaks a text at any character, as for code. */
export function chop(text: string, width: number): readonly string[] {
  const pieces: string[] = []
  let from = 0
  let at = 0
  let used = 0
  for (const grapheme of graphemes(text)) {
    const size = graphemeColumns(grapheme)
    // A grapheme that is wider than a line gets a line of its own.
    if (used + size > width && at > from) {
      pieces.push(text.slice(from, at))
      from = at
      used = 0
    }
    at += grapheme.length
    used += size
  }
  pieces.push(text.slice(from))
  return pieces
}

type Word = { readonly type: 'word' | 'space'; readonly spans: Span[]; columns: number }

/** Words may change their style in the middle and are still one word. */
function wordsIn(row: Line): readonly Word[] {
  const words: Word[] = []
  for (const { text, style } of row) {
    for (const [piece] of text.matchAll(/\s+|\S+/g)) {
      const type = /\S/.test(piece) ? 'word' : 'space'
      const last = words.at(-1)
      const size = columns(piece)
      if (last?.type === type) {
        last.spans.push(span(piece, style))
        last.columns += size
      } else words.push({ type, spans: [span(piece, style)], columns: size })
    }
  }
  return words
}

function chopSpans(spans: readonly Span[], width: number): readonly (readonly Span[])[] {
  const pieces: Span[][] = [[]]
  let left = width
  for (const { text, style } of spans) {
    for (const [at, piece] of chopFirst(text, left, width).entries()) {
      if (at > 0) {
        pieces.push([])
        left = width
      }
      if (piece !== '') pieces.at(-1)!.push(span(piece, style))
      left -= columns(piece)
    }
  }
  return pieces
}

/** Like `chop`, with less room for the first part. */
function chopFirst(text: string, first: number, width: number): readonly string[] {
  const head = takeColumns(text, first)
  return head === text ? [text] : [head, ...chop(text.slice(head.length), width)]
}

/** Neighbours of one style are one span. */
function add(lines: Span[][], spans: readonly Span[]): void {
  const row = lines.at(-1)!
  for (const part of spans) {
    const last = row.at(-1)
    if (last?.style === part.style) row[row.length - 1] = span(last.text + part.text, part.style)
    else row.push(part)
  }
}
