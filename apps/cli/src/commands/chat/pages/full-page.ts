import { clip, type Line, line } from '../../../text/line.ts'
import type { Size } from '../../../text/size.ts'
import { keyLine } from '../screen/key-line.ts'
import { rule } from '../transcript/layout.ts'

/** A page that fills the terminal: a title, a rule, a body, and keys at the bottom. */
type FullPage = {
  readonly title: Line
  readonly body: readonly Line[]
  readonly foot: readonly Line[]
  readonly keys: readonly string[]
}

export function fullPage({ title, body, foot, keys }: FullPage, { columns, rows }: Size): readonly Line[] {
  const bottom = [rule({ columns }), ...foot, keyLine(keys, columns)]
  const room = Math.max(0, rows - 2 - bottom.length)
  const gap = Array.from({ length: Math.max(0, room - body.length) }, () => line())
  return [title, rule({ columns }), ...body.slice(0, room), ...gap, ...bottom].map(row => clip(row, columns))
}

/** How an item of a list is drawn. */
export type ItemOptions = { readonly choice: 'chosen' | 'other'; readonly now: number; readonly columns: number }

/** The part of a list that fits, scrolled to the chosen item; items may take several lines. */
export function visibleLines(items: readonly (readonly Line[])[], chosen: number, room: number): readonly Line[] {
  const before = items.slice(0, chosen).reduce((sum, item) => sum + item.length, 0)
  const end = before + (items[chosen]?.length ?? 0)
  const lines = items.flat()
  const from = Math.max(0, Math.min(end - room, lines.length - room))
  return lines.slice(from, from + room)
}
