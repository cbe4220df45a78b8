import type { Message, Part } from 'longhand'
import { outputText, type Steps } from 'longhand/internal/core'

/** The part of a message around the words that were searched for, wherever in it they are. */
export function* excerptSteps(message: Message, words: string): Steps<string> {
  const text = message.parts.map(wordsOf).join(' ')
  const place = yield* placeOf(text, words)
  const start = Math.max(0, place - maxGap)
  const near = toSingleLine(text.slice(start, place + maxGap)).trimEnd()
  const head = toSingleLine(text.slice(start, place))
  const shown = start === 0 ? near.trimStart() : near
  const from = startOf(shown, Math.max(0, head.length - before - (near.length - shown.length)))
  return `${from === 0 && start === 0 ? '' : '…'}${shown.slice(from, from + maxChars)}`.toWellFormed()
}

/** Few characters before the words, so that they are visible on a narrow screen. */
const before = 20
const maxChars = 160

/** Characters on both sides of the words that an excerpt is made of, most of which may be spaces. */
const maxGap = 2_000

function wordsOf(part: Part): string {
  if (part.type === 'text') return part.text
  if (part.type === 'tool-call') return `${part.name} ${JSON.stringify(part.input)}`
  return part.type === 'tool-result' ? outputText(part) : ''
}

/** The position of the words as a phrase, else of the first of them that occurs. */
function* placeOf(text: string, words: string): Steps<number> {
  const each = (words.match(/[\p{L}\p{N}_]+/gu) ?? []).slice(0, maxWords)
  const inRow = new RegExp(each.join('[^\\p{L}\\p{N}_]+'), 'iu')
  const any = new RegExp(each.join('|'), 'iu')
  let first = -1
  for (let from = 0; from < text.length; from += pieceLength) {
    if (from > 0) yield
    const piece = text.slice(from, from + pieceLength + maxGap)
    const place = piece.search(inRow)
    if (place >= 0) return from + place
    const found = first < 0 ? piece.search(any) : -1
    if (found >= 0) first = from + found
  }
  return Math.max(0, first)
}

/** Words that are looked for: more than fit into an excerpt. */
const maxWords = 20

/** Characters that are searched in a few milliseconds. */
const pieceLength = 50_000

const toSingleLine = (text: string): string => text.replace(/\s+/g, ' ')

/** No word is cut in two, unless it is long or in a script without spaces. */
function startOf(text: string, from: number): number {
  const space = from === 0 ? -1 : text.indexOf(' ', from)
  return space < 0 || space >= from + before ? from : space + 1
}
