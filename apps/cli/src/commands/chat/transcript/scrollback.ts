import { type Line, sameLine } from '../../../text/line.ts'

/**
 * What was printed and cannot be taken back. A terminal keeps what scrolls away, so lines are printed once, when they
 * are settled; when what was printed is no longer true, printing goes on with a new sheet.
 */
export type Sheet = {
  readonly number: number
  readonly title: string
  /** The newest divider that was printed. */
  readonly divider: string | null
  /** All settled lines of the page when something was last printed, also those above this sheet. */
  readonly known: readonly Line[]
  /** What is above the screen before anyone looks at it. */
  readonly above: readonly Line[]
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
  /** The divider of the compaction in force, and its line. */
  readonly divider: { readonly key: string; readonly line: number } | null
}

/** Nothing is printed yet: the first sheet holds what the screen shows, below all that there is before it. */
export function firstSheet(page: Manuscript): Sheet {
  const known = page.lines.slice(0, page.settled)
  const from = Math.max(0, page.settled - page.room)
  return { ...sheetOf(1, page, [...page.head, ...known.slice(from)]), above: known.slice(0, from) }
}

/** The sheet with what is settled since, or a new one. */
export function nextSheet(sheet: Sheet, page: Manuscript): Sheet {
  const { known, batches } = sheet
  const { title, lines, settled } = page
  const holds = sheet.title === title && known.length <= settled && known.every((row, at) => sameLine(row, lines[at]!))
  if (!holds) return newSheet(sheet, page)
  if (known.length === settled) return sheet
  return { ...sheet, known: lines.slice(0, settled), batches: [...batches, lines.slice(known.length, settled)] }
}

/** A new sheet holds as much of the end as fits; one on which messages were folded just now begins where that is told. */
export function newSheet(sheet: Sheet, page: Manuscript): Sheet {
  const { lines, settled, head, room, divider } = page
  const fits = Math.max(0, settled - room)
  const isNews = divider !== null && divider.key !== sheet.divider && settled - divider.line < mostLines
  return sheetOf(sheet.number + 1, page, [
    ...head,
    ...lines.slice(isNews ? Math.min(fits, divider.line) : fits, settled),
  ])
}

/** Further back than this nobody scrolls to see what was folded. */
const mostLines = 400

const sheetOf = (number: number, { title, divider, lines, settled }: Manuscript, batch: readonly Line[]): Sheet => ({
  number,
  title,
  divider: divider?.key ?? null,
  known: lines.slice(0, settled),
  above: [],
  batches: [batch],
})
