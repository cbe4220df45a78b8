/**
 * A text in which the lines that a pattern is found on are replaced, and all others are not even looked at one by one.
 * The pattern is global; what it finds counts for the line that it begins on.
 */
export function replaceLines(text: string, pattern: RegExp, replace: (line: string) => string): string {
  let done = ''
  let from = 0
  pattern.lastIndex = 0
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    const start = text.lastIndexOf('\n', match.index) + 1
    const next = text.indexOf('\n', match.index)
    const end = next < 0 ? text.length : next
    done += text.slice(from, start) + replace(text.slice(start, end))
    from = end
    pattern.lastIndex = end
  }
  return from === 0 ? text : done + text.slice(from)
}
