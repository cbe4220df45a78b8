/**
 * The lines of a text that another one lacks, each once and without the space around it. Headings are none: what stands
 * below one is kept wherever it goes.
 */
export function addedLines(text: string, before: string): readonly string[] {
  const known = new Set(linesIn(before))
  return [...new Set(linesIn(text))].filter(line => !known.has(line))
}

const linesIn = (text: string): readonly string[] =>
  text
    .split('\n')
    .map(line => line.trim())
    .filter(line => line !== '' && !line.startsWith('#'))
