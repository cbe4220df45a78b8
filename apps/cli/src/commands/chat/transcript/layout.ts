import { clip, type Line, line, type Span, span } from '../../../text/line.ts'

/** How the conversation is set on the page. */
export type Layout = {
  readonly columns: number
  /** Whether tool calls show what they were called with; those that failed always do. */
  readonly calls: 'closed' | 'open'
}

/** What the line beside a message says: the model reads it, always reads it, or reads a summary instead. */
export type Mark = 'shown' | 'protected' | 'folded'

/** The margin beside some lines: their mark, and notes from the top. */
type Margin = { readonly mark: Mark; readonly notes?: readonly Span[] }

/** Below this many columns the margin shrinks to its line. */
const narrow = 60

const marginColumns = 10

export const isNarrow = ({ columns }: Layout): boolean => columns < narrow

/** The columns that text has beside the margin. */
export const textColumns = (layout: Layout): number =>
  Math.max(10, layout.columns - (isNarrow(layout) ? 2 : marginColumns + 2))

/** Puts lines beside the margin. In a narrow terminal the notes are above the text. */
export function withMargin(text: readonly Line[], { mark, notes = [] }: Margin, layout: Layout): readonly Line[] {
  const body = text.map(row => clip(row, textColumns(layout)))
  if (isNarrow(layout)) {
    const above =
      notes.length === 0 ? [] : [notes.flatMap((note, at) => (at === 0 ? [note] : [span(' · ', 'label'), note]))]
    return [...above, ...body].map(row => line(marks[mark], ' ', ...row))
  }
  const height = Math.max(body.length, notes.length)
  return Array.from({ length: height }, (_, at) => {
    const note = notes[at] ?? span('')
    return line(span(`${note.text.padStart(marginColumns - 1)} `, note.style), marks[mark], ' ', ...(body[at] ?? []))
  })
}

const marks: Readonly<Record<Mark, Span>> = {
  shown: span('│', 'label'),
  protected: span('┃', 'protected'),
  folded: span('╎', 'label'),
}

/** A line across the page. */
export const rule = ({ columns }: Pick<Layout, 'columns'>): Line => line(span('─'.repeat(columns), 'label'))

/** A rule that the margin line runs through, with a title on it. */
export function crossing(title: string, layout: Layout): Line {
  const left = isNarrow(layout) ? '' : '─'.repeat(marginColumns)
  const words = title === '' ? '' : ` ${title} `
  const used = left.length + 2 + words.length
  const right = '─'.repeat(Math.max(0, layout.columns - used))
  return clip(line(span(`${left}┼─`, 'label'), span(words, 'strong'), span(right, 'label')), layout.columns)
}
