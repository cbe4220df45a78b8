import { firstWords } from '../../core/first-words.ts'
import { user } from '../../core/message.ts'

/** The title of a conversation that has no messages yet. */
export const untitled = 'New conversation'

/** A title from the first message: the first line that the person wrote, without Markdown. */
export function titleFromText(message: string): string | null {
  const text = firstWords([user(message)])
  // Only the start of a long text is read.
  const start = Math.max(0, text.search(/\S/))
  const line = text
    .slice(start, start + maxScanned)
    .split('\n')
    .map(one =>
      one
        .replace(/^[\s#>_~-]+|[*`]+/g, '')
        .replace(/\s+/g, ' ')
        .trim(),
    )
    .find(one => one !== '')
  if (line === undefined) return null
  const sentence = /^.{12,}?[.!?](?=\s)/u.exec(line)?.[0] ?? line
  // Twice the length: a character may take two code units.
  const characters = [...sentence.slice(0, 2 * maxLength + 2)]
  if (characters.length <= maxLength) return sentence
  const cut = characters.slice(0, maxLength).join('')
  return `${cut.replace(/(?<!\s)\s+\S*$/, '')}…`
}

const maxLength = 60
const maxScanned = 5_000
