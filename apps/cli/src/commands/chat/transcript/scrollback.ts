import { type Line, sameLine } from '../../../text/line.ts'

/**
 * What was printed and cannot be changed. A terminal keeps what scrolls away, so lines are printed once, when they are
 * settled; when they are outdated, printing starts again.
 */
export type Scrollback = {
  readonly number: number
  readonly title: string
  /** The newest divider that was printed. */
  readonly divider: string | null
  /** All settled lines of the page when something was last printed, also those above this one. */
  readonly known: readonly Line[]
  /** Lines above the screen when it starts. */
  readonly above: readonly Line[]
  /** What was printed since it started, batch by batch. */
  readonly batches: readonly (readonly Line[])[]
}

/** The page to print, how far it is settled, and its header. */
export type RenderedPage = {
  /** The title in the header; when it changes, the scrollback starts again. */
  readonly title: string
  readonly lines: readonly Line[]
  readonly settled: number
  readonly head: readonly Line[]
  /** How many lines fit below the head. */
  readonly room: number
  /** The divider of the compaction in force, and its line. */
  readonly divider: { readonly key: string; readonly line: number } | null
}

/** Nothing is printed yet: shows what fits on the screen, with everything earlier above it. */
export function firstScrollback(page: RenderedPage): Scrollback {
  const known = page.lines.slice(0, page.settled)
  const from = Math.max(0, page.settled - page.room)
  return { ...scrollbackOf(1, page, [...page.head, ...known.slice(from)]), above: known.slice(0, from) }
}

/** Adds the lines settled since, or starts again when printed lines have changed. */
export function nextScrollback(scrollback: Scrollback, page: RenderedPage): Scrollback {
  const { known, batches } = scrollback
  const { title, lines, settled } = page
  const holds =
    scrollback.title === title && known.length <= settled && known.every((row, at) => sameLine(row, lines[at]!))
  if (!holds) return restartScrollback(scrollback, page)
  if (known.length === settled) return scrollback
  return { ...scrollback, known: lines.slice(0, settled), batches: [...batches, lines.slice(known.length, settled)] }
}

/** A new scrollback holds as much of the end as fits; after a compaction it starts at the new divider at the latest. */
export function restartScrollback(scrollback: Scrollback, page: RenderedPage): Scrollback {
  const { lines, settled, head, room, divider } = page
  const fits = Math.max(0, settled - room)
  const isNews = divider !== null && divider.key !== scrollback.divider && settled - divider.line < maxLines
  return scrollbackOf(scrollback.number + 1, page, [
    ...head,
    ...lines.slice(isNews ? Math.min(fits, divider.line) : fits, settled),
  ])
}

/** How far back a new divider is printed again. */
const maxLines = 400

const scrollbackOf = (
  number: number,
  { title, divider, lines, settled }: RenderedPage,
  batch: readonly Line[],
): Scrollback => ({
  number,
  title,
  divider: divider?.key ?? null,
  known: lines.slice(0, settled),
  above: [],
  batches: [batch],
})
