import { columns, graphemeColumns, graphemes } from './width.ts'

/** What a span means; a theme says how it looks. */
export type Style = 'plain' | 'you' | 'label' | 'faded' | 'strong' | 'green' | 'yellow' | 'red' | 'protected' | 'chosen'

export type Span = { readonly text: string; readonly style: Style }

/** One row of a terminal, from its left edge; it holds no line breaks and nothing that moves the cursor. */
export type Line = readonly Span[]

export const span = (text: string, style: Style = 'plain'): Span => ({ text, style })

export const line = (...parts: readonly (string | Span)[]): Line =>
  parts.flatMap(part => (typeof part === 'string' ? (part === '' ? [] : [span(part)]) : part.text === '' ? [] : [part]))

export const wordsOf = (row: Line): string => row.map(({ text }) => text).join('')

export const columnsOf = (row: Line): number => row.reduce((sum, { text }) => sum + columns(text), 0)

/** The line in another style, all of it. */
export const restyle = (row: Line, style: Style): Line => row.map(({ text }) => ({ text, style }))

/** The line cut to a width; what is missing shows as an ellipsis. */
export function clip(row: Line, width: number): Line {
  if (columnsOf(row) <= width) return row
  const kept: Span[] = []
  let left = width - 1
  for (const { text, style } of row) {
    const part = takeColumns(text, left)
    left -= columns(part)
    kept.push({ text: part, style })
    if (part !== text) return width < 1 ? [] : line(...kept, span('…', style))
  }
  return kept
}

/** The line in exactly this many columns. */
export function padTo(row: Line, width: number): Line {
  const cut = clip(row, width)
  return line(...cut, ' '.repeat(Math.max(0, width - columnsOf(cut))))
}

/** One line at the left edge and one at the right; the left one is clipped. */
export function justify(left: Line, right: Line, width: number): Line {
  const room = width - columnsOf(right)
  return room < 1 ? clip(right, width) : line(...padTo(left, room), ...right)
}

export const sameLine = (a: Line, b: Line): boolean =>
  a === b || (a.length === b.length && a.every(({ text, style }, at) => text === b[at]!.text && style === b[at]!.style))

/** The start of a text that fits into some columns. */
export function takeColumns(text: string, width: number): string {
  if (columns(text) <= width) return text
  let used = 0
  let taken = ''
  for (const grapheme of graphemes(text)) {
    used += graphemeColumns(grapheme)
    if (used > width) break
    taken += grapheme
  }
  return taken
}
