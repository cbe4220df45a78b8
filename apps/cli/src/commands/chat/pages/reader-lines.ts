import { type Line, line, span } from '../../../text/line.ts'
import type { Size } from '../../../text/size.ts'
import * as wording from '../../../words/screens.ts'
import { titleLine } from '../transcript/head-lines.ts'
import { fullPage } from './full-page.ts'

/** Something to read that may be longer than the terminal. */
export type ReaderContent = {
  readonly title: string
  readonly right: string
  readonly lines: readonly Line[]
  readonly keys: readonly string[]
}

/** The part of it from a line on. */
export function readerLines({ title, right, lines, keys }: ReaderContent, from: number, size: Size): readonly Line[] {
  const room = readerRoom(size.rows)
  const seen = Math.min(lines.length, from + room)
  const where = lines.length <= room ? '' : wording.linesSeen(seen, lines.length)
  const scroll = lines.length <= room ? [] : [wording.keys.scroll]
  return fullPage(
    {
      title: titleLine(title, line(span(`${right} `, 'label')), size.columns),
      body: lines.slice(from, from + room),
      foot: [line(span(` ${where}`, 'label'))],
      keys: [...scroll, ...keys, wording.keys.back],
    },
    size,
  )
}

export const readerRoom = (rows: number): number => Math.max(1, rows - 5)

/** The new position after a key; it never scrolls past the last page. */
export const scrolled = (
  from: number,
  by: number,
  { lines, rows }: { readonly lines: number; readonly rows: number },
): number => Math.max(0, Math.min(lines - readerRoom(rows), from + by))
