import { texts } from 'longhand/internal/client'
import { type Line, line, span } from '../../../text/line.ts'
import { columns as columnsOfText } from '../../../text/width.ts'
import { chop } from '../../../text/wrap.ts'
import type { Composer } from './composer.ts'

/** Lines, and where the terminal's own cursor is in them. */
export type LinesWithCursor = {
  readonly lines: readonly Line[]
  readonly cursor: { readonly x: number; readonly y: number }
}

/** The composer on the screen: at most `max` lines, those around the cursor. */
export function composerLines({ text, cursor }: Composer, columns: number, max: number): LinesWithCursor {
  const width = Math.max(4, columns - lead.length - 1)
  if (text === '')
    return { lines: [line(...prompt, span(texts.composerPlaceholder, 'label'))], cursor: { x: lead.length, y: 0 } }
  const rows = rowsOf(text, width)
  const before = rowsOf(text.slice(0, cursor), width)
  const y = before.length - 1
  const from = Math.max(0, Math.min(y - max + 1, rows.length - max))
  const lines = rows
    .slice(from, from + max)
    .map((row, at) => line(...(from + at === 0 ? prompt : ['   ']), span(row, 'you')))
  return { lines, cursor: { x: lead.length + columnsOfText(before[y]!), y: y - from } }
}

const lead = ' › '
const prompt = line(' ', span('›', 'you'), ' ')

const rowsOf = (text: string, width: number): readonly string[] => text.split('\n').flatMap(row => chop(row, width))
