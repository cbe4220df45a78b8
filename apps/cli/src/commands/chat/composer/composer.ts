import { pluralize } from 'longhand/internal/client'
import { takeColumns } from '../../../text/line.ts'
import { columns, graphemes } from '../../../text/width.ts'
import * as wording from '../../../words/screens.ts'

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
  const mark = wording.pasted(number, size)
  return { ...insert(composer, mark), pastes: [...composer.pastes, { mark, text }] }
}

const maxLines = 6
const maxChars = 1_000

/** Keys that move the cursor, and where to. */
const moves = {
  left: before,
  right: after,
  'word-left': wordStart,
  'word-right': ({ text, cursor }: Composer) => cursor + (/^\s*\S+/.exec(text.slice(cursor))?.[0].length ?? 0),
  'line-start': lineStart,
  'line-end': lineEnd,
  up: lineAbove,
  down: lineBelow,
}

/** Keys that erase, and from the cursor to where. */
const erasures = { erase: before, 'erase-next': after, 'erase-word': wordStart, 'erase-line': lineStart }

/** What a key does to the text. */
export type Edit = keyof typeof moves | keyof typeof erasures

export function edit(composer: Composer, key: Edit): Composer {
  if (key in moves) return { ...composer, cursor: moves[key as keyof typeof moves](composer) }
  const { text, cursor } = composer
  const to = erasures[key as keyof typeof erasures](composer)
  const from = Math.min(cursor, to)
  return { ...composer, text: text.slice(0, from) + text.slice(Math.max(cursor, to)), cursor: from }
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

type Position = Pick<Composer, 'text' | 'cursor'>

function wordStart({ text, cursor }: Position): number {
  let at = text.slice(0, cursor).trimEnd().length
  while (at > 0 && text[at - 1]!.trim() !== '') at--
  return at
}

function lineStart({ text, cursor }: Position): number {
  return text.lastIndexOf('\n', cursor - 1) + 1
}

function lineEnd({ text, cursor }: Position): number {
  return (text.indexOf('\n', cursor) + 1 || text.length + 1) - 1
}

/** The same column one line up; the start of the text when there is none. */
function lineAbove({ text, cursor }: Position): number {
  const start = lineStart({ text, cursor })
  if (start === 0) return 0
  const above = lineStart({ text, cursor: start - 1 })
  return above + takeColumns(text.slice(above, start - 1), columns(text.slice(start, cursor))).length
}

function lineBelow({ text, cursor }: Position): number {
  const end = lineEnd({ text, cursor })
  if (end === text.length) return end
  const below = text.slice(end + 1, lineEnd({ text, cursor: end + 1 }))
  return end + 1 + takeColumns(below, columns(text.slice(lineStart({ text, cursor }), cursor))).length
}
