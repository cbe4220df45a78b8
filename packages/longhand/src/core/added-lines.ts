/**
 * The lines of a text, each once and without the space around it. Headings are none: what stands below one is kept wherever
 * it goes.
 */
export const linesIn = (text: string): ReadonlySet<string> =>
  new Set(
    text
      .split('\n')
      .map(line => line.trim())
      .filter(line => line !== '' && !line.startsWith('#')),
  )

/** Those that another text lacks. */
export function addedLines(text: string, before: string): readonly string[] {
  const known = linesIn(before)
  return [...linesIn(text)].filter(line => !known.has(line))
}
