export type Cell = string | number

/** A Markdown table. Columns of numbers are aligned to the right, so that figures can be compared by eye. */
export function table(head: readonly string[], rows: readonly (readonly Cell[])[]): string {
  const lines = [head, ...rows].map(row => row.map(text))
  const widths = head.map((_, column) => Math.max(3, ...lines.map(line => line[column]?.length ?? 0)))
  const numeric = head.map((_, column) => rows.length > 0 && rows.every(row => typeof row[column] === 'number'))
  const line = (cells: readonly string[]): string =>
    `| ${widths.map((width, column) => pad(cells[column] ?? '', width, numeric[column] ? 'right' : 'left')).join(' | ')} |`
  const rule = `|${widths.map((width, column) => (numeric[column] ? `${'-'.repeat(width + 1)}:` : '-'.repeat(width + 2))).join('|')}|`
  return [line(lines[0]!), rule, ...lines.slice(1).map(line)].join('\n')
}

const text = (cell: Cell): string =>
  typeof cell === 'number' ? cell.toLocaleString('en-US', { maximumSignificantDigits: 6 }) : cell.replaceAll('|', '\\|')

const pad = (cell: string, width: number, side: 'left' | 'right'): string =>
  side === 'right' ? cell.padStart(width) : cell.padEnd(width)
