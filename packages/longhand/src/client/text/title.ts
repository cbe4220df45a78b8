/** What a conversation is called before anyone has written in it. */
export const untitled = 'New conversation'

/** A title out of the first words that someone writes: the first line that says something, without its marks. */
export function titleFromText(text: string): string | null {
  // A title is short, however long the text is.
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
  // Twice as much as is shown: a letter may be two units.
  const letters = [...sentence.slice(0, 2 * maxLength + 2)]
  if (letters.length <= maxLength) return sentence
  const cut = letters.slice(0, maxLength).join('')
  return `${cut.replace(/(?<!\s)\s+\S*$/, '')}…`
}

const maxLength = 60
const maxScanned = 5_000
