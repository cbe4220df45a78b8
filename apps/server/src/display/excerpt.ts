import type { Message, Part } from 'longhand'
import { outputText } from 'longhand/internal/core'

/** The part of a message around the words that were searched for. */
export function excerptOf(message: Message, words: string): string {
  const said = message.parts.map(part => wordsOf(part).slice(0, searched)).join(' ')
  const text = said
    .slice(0, 3 * searched)
    .replace(/\s+/g, ' ')
    .trim()
  const from = startOf(text, Math.max(0, placeOf(text, words) - before))
  return `${from === 0 ? '' : '…'}${text.slice(from, from + maxChars)}`.toWellFormed()
}

/** Few characters before the words, so that they are visible on a narrow screen. */
const before = 20
const maxChars = 160

/** Characters of a part that are searched. */
const searched = 20_000

function wordsOf(part: Part): string {
  if (part.type === 'text') return part.text
  if (part.type === 'tool-call') return `${part.name} ${JSON.stringify(part.input)}`
  return part.type === 'tool-result' ? outputText(part) : ''
}

/** The position of the words as a phrase, else of the first of them that occurs. */
function placeOf(text: string, words: string): number {
  const each = (words.match(/[\p{L}\p{N}_]+/gu) ?? []).slice(0, maxWords)
  const inRow = text.search(new RegExp(each.join('[^\\p{L}\\p{N}_]+'), 'iu'))
  if (inRow >= 0) return inRow
  const places = each.map(word => text.search(new RegExp(word, 'iu'))).filter(place => place >= 0)
  return places.length === 0 ? 0 : Math.min(...places)
}

/** Words that are looked for: more than fit into an excerpt. */
const maxWords = 20

/** No word is cut in two. */
const startOf = (text: string, from: number): number => (from === 0 ? 0 : text.indexOf(' ', from) + 1)
