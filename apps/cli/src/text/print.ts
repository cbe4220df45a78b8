import { clean, unsafe } from './clean.ts'
import type { Line } from './line.ts'
import { paint, type Theme } from './theme.ts'

/** Prints text for people. Whatever names and words are in it, nothing of them controls the terminal. */
export const printLine = (text: string): void => console.log(clean(text))

/** Prints a line in the styles of a theme. */
export const printRow = (row: Line, theme: Theme): void =>
  console.log(
    paint(
      row.map(({ text, style }) => ({ text: clean(text), style })),
      theme,
    ),
  )

/** Prints what went wrong, or is worth knowing, beside the output. */
export const printError = (text: string): void => console.error(clean(text))

/** Prints data for programs: complete, with what would control a terminal written as escapes. */
export const printJson = (value: unknown, indent?: number): void =>
  console.log(safeJson(JSON.stringify(value, null, indent)))

/** The same JSON, as it may be shown on a terminal. */
export const safeJson = (json: string): string =>
  json.replace(unsafe, sign => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)
