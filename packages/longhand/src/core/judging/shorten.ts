import type { Count } from '../count.ts'

/** A draft cut to a budget of tokens: line by line from the longest section on, so that every section keeps its head. */
export function shorten(text: string, budget: number, count: Count): string {
  if (count(text) <= budget) return text
  const sections = text.split(/^(?=#{1,4} )/m).map(section => section.trimEnd().split('\n'))
  const size = (lines: readonly string[]): number => lines.reduce((sum, line) => sum + count(line) + 1, 0)
  let left = sections.reduce((sum, lines) => sum + size(lines), 0)
  while (left > budget && sections.some(lines => lines.length > 1)) {
    const longest = sections.reduce((a, b) => ((size(b) > size(a) && b.length > 1) || a.length === 1 ? b : a))
    left -= count(longest.pop()!) + 1
  }
  return sections.map(lines => lines.join('\n')).join('\n\n')
}
