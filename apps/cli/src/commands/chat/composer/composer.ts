import { pluralize } from 'longhand/internal/client'
import { takeColumns } from '../../../text/line.ts'
import { columns, graphemes } from '../../../text/width.ts'

/** The text being typed. A large paste is shown as a placeholder until the text is sent. */
export type Composer = {
  readonly text: string
  /** In UTF-16 units of the text, and never inside a grapheme. */
  readonly cursor: number
  readonly pastes: readonly Paste[]
}

type Paste = { readonly mark: string; readonly text: string }

export const emptyComposer: Composer = { text: '', cursor: 0, pastes: [] }

export const composed = (text: string): Composer => ({ text, cursor: text.length, pastes: [] })

/** The text as it is sent, with placeholders replaced by what was pasted. */
export const wordsToSend = ({ text, pastes }: Composer): string =>
  pastes.reduce((words, paste) => words.replaceAll(paste.mark, () => paste.text), text)

export function insert(composer: Composer, words: string): Composer {
  const { text, cursor } = composer
  return { ...composer, text: text.slice(0, cursor) + words + text.slice(cursor), cursor: cursor + words.length }
}

/** Inserts pasted text; more than a few lines become a placeholder. */
export function paste(composer: Composer, words: string): Composer {
  const text = words.replace(/\r\n?/g, '\n')
  const lines = text.split('\n').length
  if (lines <= maxLines && text.length <= maxChars) return insert(composer, text)
  const number = composer.pastes.length + 1
  const size = lines > 1 ? pluralize(lines, 'line') : pluralize(text.length, 'character')
  const mark = `[pasted ${number}: ${size}]`
  return { ...insert(composer, mark), pastes: [...composer.pastes, { mark, text }] }
}

const maxLines = 6
const maxChars = 1_000

/** What a key does to the text. */
export type Edit =
  | 'left'
  | 'right'
  | 'word-left'
  | 'word-right'
  | 'line-start'
  | 'line-end'
  | 'up'
  | 'down'
  | 'erase'
  | 'erase-next'
  | 'erase-word'
  | 'erase-line'

export function edit(composer: Composer, key: Edit): Composer {
  const { text, cursor } = composer
  const moved = (to: number): Composer => ({ ...composer, cursor: to })
  const without = (from: number, to: number): Composer => ({
    ...composer,
    text: text.slice(0, from) + text.slice(to),
    cursor: from,
  })
  switch (key) {
    case 'left':
      return moved(before(composer))
    case 'right':
      return moved(after(composer))
    case 'word-left':
      return moved(wordStart(text, cursor))
    case 'word-right':
      return moved(cursor + (/^\s*\S+/.exec(text.slice(cursor))?.[0].length ?? 0))
    case 'line-start':
      return moved(lineStart(text, cursor))
    case 'line-end':
      return moved(lineEnd(text, cursor))
    case 'up':
      return moved(lineAbove(text, cursor))
    case 'down':
      return moved(lineBelow(text, cursor))
    case 'erase':
      return without(before(composer), cursor)
    case 'erase-next':
      return without(cursor, after(composer))
    case 'erase-word':
      return without(wordStart(text, cursor), cursor)
    case 'erase-line':
      return without(lineStart(text, cursor), cursor)
  }
}

/** One character back; the placeholder of a paste counts as one. */
function before({ text, cursor, pastes }: Composer): number {
  const head = text.slice(0, cursor)
  const mark = pastes.find(one => head.endsWith(one.mark))?.mark
  return cursor - (mark ?? graphemes(head.slice(-32)).at(-1) ?? '').length
}

function after({ text, cursor, pastes }: Composer): number {
  const tail = text.slice(cursor)
  const mark = pastes.find(one => tail.startsWith(one.mark))?.mark
  return cursor + (mark ?? graphemes(tail.slice(0, 32))[0] ?? '').length
}

function wordStart(text: string, cursor: number): number {
  let at = text.slice(0, cursor).trimEnd().length
  while (at > 0 && text[at - 1]!.trim() !== '') at--
  return at
}
const lineStart = (text: string, cursor: number): number => text.lastIndexOf('\n', cursor - 1) + 1
const lineEnd = (text: string, cursor: number): number => (text.indexOf('\n', cursor) + 1 || text.length + 1) - 1

/** The same column one line up; the start of the text when there is none. */
function lineAbove(text: string, cursor: number): number {
  const start = lineStart(text, cursor)
  if (start === 0) return 0
  const above = lineStart(text, start - 1)
  return above + takeColumns(text.slice(above, start - 1), columns(text.slice(start, cursor))).length
}

function lineBelow(text: string, cursor: number): number {
  const end = lineEnd(text, cursor)
  if (end === text.length) return end
  const below = text.slice(end + 1, lineEnd(text, end + 1))
  return end + 1 + takeColumns(below, columns(text.slice(lineStart(text, cursor), cursor))).length
}
