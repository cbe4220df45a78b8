/** A table in Markdown: the first row is its head. */
export function markdown([head = [], ...rows]: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}

/** A share as a percentage; nothing to measure is a dash. */
export const percent = (share: number | null): string => (share === null ? '–' : String(Math.round(share * 100)))

/** The mean of what could be measured. */
export function mean(values: readonly (number | null)[]): number | null {
  const known = values.filter(value => value !== null)
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0) / known.length
}
