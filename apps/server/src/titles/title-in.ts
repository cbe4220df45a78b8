import { titleFromText } from 'longhand/internal/client'

/** The title in a model's answer: its first line without what models put around it; null when it is none. */
export function titleIn(answer: string): string | null {
  const thought = answer.lastIndexOf('</think>')
  const said = answer.slice(thought < 0 ? 0 : thought + '</think>'.length).trim()
  const line = said
    .slice(0, maxScanned)
    .split('\n', 1)[0]!
    .replace(/^(?:title|titel|titre|título)\s{0,3}:\s{0,3}/i, '')
  const words = line.replace(/^[\s"'“”„«»‘’*#]+/, '').replace(/(?<![\s"'“”«»‘’*.])[\s"'“”«»‘’*.]+$/, '')
  // A sentence is an answer to something else.
  return words.length < 2 || words.length > maxTitle ? null : titleFromText(words)
}

const maxScanned = 500
const maxTitle = 80
