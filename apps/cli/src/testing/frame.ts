import type { Size } from '../text/size.ts'
/** What a terminal shows, as a golden file keeps it: the words, and for every colour theme a map of the styles. */
export function frameText(buffer: Cells, { columns, rows }: Size, cursor: 'shown' | 'hidden'): string {
  const screen = lines(buffer, rows, line => line.translateToString(true, 0, columns))
  const { cursorX, cursorY } = buffer
  // The cursor is drawn where it stands on an empty place, as people see it.
  const under = screen[cursorY] ?? ''
  if (cursor === 'shown' && (under[cursorX] ?? ' ') === ' ')
    screen[cursorY] = `${under.padEnd(cursorX)}█${under.slice(cursorX + 1)}`
  return screen.map(row => row.trimEnd()).join('\n')
}

/** A letter for the style of every place: see `letterOf`. */
export function inkMap(buffer: Cells, { columns, rows }: Size): string {
  return lines(buffer, rows, line => {
    const cells = Array.from({ length: columns }, (_, x) => line.getCell(x))
    return cells
      .map(cell => (cell === undefined ? ' ' : letterOf(cell)))
      .join('')
      .trimEnd()
  }).join('\n')
}

/** The part of xterm's buffer that is read. */
export type Cells = {
  readonly cursorX: number
  readonly cursorY: number
  readonly baseY: number
  getLine(y: number): CellLine | undefined
}
type CellLine = {
  translateToString(trim: boolean, from: number, to: number): string
  getCell(x: number): Cell | undefined
}
type Cell = {
  getChars(): string
  getFgColor(): number
  isFgPalette(): boolean
  isBold(): number
  isInverse(): number
}

const lines = (buffer: Cells, rows: number, text: (line: CellLine) => string): string[] =>
  Array.from({ length: rows }, (_, y) => {
    const line = buffer.getLine(buffer.baseY + y)
    return line === undefined ? '' : text(line)
  })

/** k bright black, b blue, B bright blue, m magenta, M bright magenta, g green, y yellow, r red, * bold, # inverse, . none. */
function letterOf(cell: Cell): string {
  if (cell.isInverse()) return '#'
  if (cell.getChars().trim() === '') return ' '
  if (cell.isFgPalette()) return letters[cell.getFgColor()] ?? '?'
  return cell.isBold() ? '*' : '.'
}

const letters: Readonly<Record<number, string>> = { 1: 'r', 2: 'g', 3: 'y', 4: 'b', 5: 'm', 8: 'k', 12: 'B', 13: 'M' }
