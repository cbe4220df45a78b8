import { type Line, sameLine } from '../text/line.ts'

/**
 * What was printed and cannot be taken back. A terminal keeps what scrolls away, so lines are printed once, when they
 * are settled; when what was printed is no longer true, printing goes on with a new sheet.
 */
export type Sheet = {
  readonly number: number
  readonly title: string
  /** All settled lines of the page when something was last printed, also those above this sheet. */
  readonly known: readonly Line[]
  /** What was printed on this sheet, batch by batch. */
  readonly batches: readonly (readonly Line[])[]
}

/** The page to print, how far it is settled, and what stands on top of a sheet. */
export type Manuscript = {
  /** What the head says; when it changes, a new sheet begins. */
  readonly title: string
  readonly lines: readonly Line[]
  readonly settled: number
  readonly head: readonly Line[]
  /** How many lines fit below the head. */
  readonly room: number
}

/** Nothing is printed yet: the first sheet holds all there is, with its head above the newest lines. */
export const firstSheet = ({ title, lines, settled, head, room }: Manuscript): Sheet => {
  const from = Math.max(0, settled - room)
  const all = lines.slice(0, settled)
  return { number: 1, title, known: all, batches: [[...all.slice(0, from), ...head, ...all.slice(from)]] }
}

/** The sheet with what is settled since, or a new one with as much of the end as fits. */
export function nextSheet(sheet: Sheet, page: Manuscript): Sheet {
  const { known, batches } = sheet
  const { lines, settled } = page
  const holds =
    sheet.title === page.title && known.length <= settled && known.every((row, at) => sameLine(row, lines[at]!))
  if (!holds) return newSheet(sheet, page)
  if (known.length === settled) return sheet
  return { ...sheet, known: lines.slice(0, settled), batches: [...batches, lines.slice(known.length, settled)] }
}

/** A new sheet, whatever was printed: the terminal has changed its size or was used for something else. */
export function newSheet({ number }: Sheet, { title, lines, settled, head, room }: Manuscript): Sheet {
  const known = lines.slice(0, settled)
  return { number: number + 1, title, known, batches: [[...head, ...known.slice(Math.max(0, settled - room))]] }
}
