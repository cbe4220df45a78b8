import type { Steps } from '../core/steps.ts'
import { indexed, searchable } from './storable.ts'

/**
 * Every word of some texts once, with its parts, as much of it as one row of an index holds: Postgres reads each letter,
 * and tells no word how often it was said.
 */
export function* wordsOnce(texts: readonly string[]): Steps<string> {
  const words = new Set<string>()
  const letters = texts.reduce((sum, text) => sum + text.length, 0)
  let room = maxWeight
  for (const text of texts) {
    for (const piece of piecesOf(text)) {
      for (const word of newWordsIn(piece, words)) {
        if (words.has(word)) continue
        if (letters > surelyFits) room -= weightInIndex(word)
        if (room < 0) return [...words].join(' ')
        words.add(word)
      }
      yield
    }
  }
  return [...words].join(' ')
}

/** The words of a piece that are new, with their parts. */
function newWordsIn(piece: string, known: ReadonlySet<string>): readonly string[] {
  // Postgres indexes nothing of what looks like a tag to it, and much code does.
  const text = searchable(piece).replace(/[<>]/g, ' ')
  const said = text.split(spaces)
  const long = said.filter(word => word.length > maxLettersAsked)
  if (known.size === 0 && long.length === 0) return withParts(text)
  const short = [...new Set(said)].filter(word => word.length <= maxLettersAsked && !known.has(word))
  return [...withParts(short.join(' ')), ...long.flatMap(partsOfLong)]
}

/** Bytes of one row's words: Postgres refuses more than 1,048,575. */
const maxWeight = 1_000_000

/** Letters that take less than that, whatever they are: as they stand, in parts and as one word. */
const surelyFits = 20_000

/** Only spaces that are spaces to Postgres in every locale, so that it finds the same words as in the whole text. */
const spaces = /[ \t\n\v\f\r]+/

/** Letters of a text that are read in a few milliseconds. */
const pieceLength = 32_000

/** A text in pieces that end between words, if need be at a sign, and never in the middle of a character. */
function* piecesOf(text: string): Generator<string> {
  for (let from = 0; from < text.length; ) {
    const piece = text.slice(from, from + pieceLength)
    const end = from + piece.length === text.length ? piece.length : endOf(piece)
    yield piece.slice(0, end)
    from += end
  }
}

function endOf(piece: string): number {
  for (const gap of [spaces, ...gaps]) {
    for (let at = piece.length - 1; at > 0; at--) {
      const unit = piece.charAt(at)
      if (gap.test(unit) && !/\p{Surrogate}/u.test(unit)) return at
    }
  }
  return /[\uD800-\uDBFF]/.test(piece.charAt(piece.length - 1)) ? piece.length - 1 : piece.length
}

/** What parts a text without spaces, the surest first: signs that are in no address, those in a path, and all others. */
const gaps = [/[^\p{L}\p{N}\p{M}./\\_:@=+%&#?~-]+/u, /[/\\=+%&#?~]+/u, /[^\p{L}\p{N}\p{M}]+/u]

/** What a word is found by that is too long to be looked for whole: what stands between its signs. */
const partsOfLong = (said: string): readonly string[] => [
  ...(said.length > maxLetters ? [] : withParts(said)),
  ...partsOf(said, gaps).flatMap(withParts),
]

const withParts = (text: string): readonly string[] => indexed(text).split(spaces)

/** The parts of a text between its signs; those that are still too long for a word are parted at more of them. */
function partsOf(text: string, [gap, ...others]: readonly RegExp[]): readonly string[] {
  if (gap === undefined) return []
  return text.split(gap).flatMap(part => (part.length > maxLetters ? partsOf(part, others) : [part]))
}

/** Postgres has no room for longer words; no search looks for words that are longer than the second. */
const maxLetters = 2_000
const maxLettersAsked = 500

/** At least what Postgres takes for the words that it makes of one: each with its owner's mark, addresses in parts too. */
export function weightInIndex(word: string): number {
  if (!knownLetters.test(word)) return mostPerLetter * word.length
  const bytes = Buffer.byteLength(word)
  // A number with an exponent ends where its digits do.
  const runs = countOf(word, /[\p{L}\p{N}]+/gu) + countOf(word, /\d[eE](?=\d)/g)
  return runs < 2 && !/[/+-]|\.\./.test(word) ? bytes + perWord : 2 * bytes + (runs + 2) * perWord
}

const countOf = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0

/** Letters that are letters to any Postgres, and in small as long as in capitals. */
const knownLetters =
  /^[\x21-\x7E\u00A1-\u012F\u0131-\u0239\u0370-\u052F\u0531-\u06FF\u0900-\u0E7F\u1E00-\u1FFF\u2010-\u2027\u3001-\u30FF\u3400-\u9FFF\uAC00-\uD7A3]*$/

/** Three bytes in three words, and what each takes besides. */
const mostPerLetter = 14
const perWord = 5
