/** What the split pattern asks about a character, one bit per question. */
export const UPPER = 1
export const LOWER = 2
export const SYMBOL = 4
export const NUMBER = 8
export const SPACE = 16
export const NEWLINE = 32
/** Half of a pair: what it is depends on its other half. */
export const HALF = 64

/** A letter without case stands in both runs of a word; a mark moreover among the symbols. */
export const LETTER = UPPER | LOWER
export const MARK = LETTER | SYMBOL
const WHITE = SPACE | NEWLINE

/** Where the piece of a text that starts at `from` ends. No token crosses from one piece into the next. */
export type PieceEnd = (text: string, from: number) => number

/**
 * The split pattern of o200k as a scanner. It reads a character a bounded number of times, whatever the text, and its
 * idea of a letter is the table's, not that of the engine's Unicode version. The pattern, one alternative a line:
 *
 *     [^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+(?i:'s|'t|'re|'ve|'m|'ll|'d)?
 *     [^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*(?i:'s|'t|'re|'ve|'m|'ll|'d)?
 *     \p{N}{1,3}
 *      ?[^\s\p{L}\p{N}]+[\r\n/]*
 *     \s*[\r\n]+
 *     \s+(?!\S)
 *     \s+
 */
export function createSplitter(kinds: Uint8Array): PieceEnd {
  return (text, from) => {
    const first = kindAt(text, from)
    if (first & NUMBER) return numberEnd(text, from)

    // A symbol or a space goes with the word behind it.
    const start = first & (SYMBOL | SPACE) ? after(text, from) : from
    let at = start
    let uncased = start
    let kind = kindAt(text, start)
    for (; kind & UPPER; kind = kindAt(text, ++at)) if (kind & LOWER) uncased = at + 1
    if (kind & LOWER) return contractionEnd(text, runEnd(text, at, LOWER))
    // No small letter behind the capitals: the first alternative steps back to the last letter that has no case.
    if (uncased > start) return contractionEnd(text, uncased)
    if (first === MARK) return contractionEnd(text, start)
    if (at > start) return contractionEnd(text, at)

    if (first & SYMBOL) return symbolsEnd(text, start)
    if (kind & SYMBOL && text.charCodeAt(from) === 0x20) return symbolsEnd(text, start)
    return whiteEnd(text, from)
  }

  function numberEnd(text: string, from: number): number {
    let at = after(text, from)
    for (let digits = 1; digits < 3 && kindAt(text, at) & NUMBER; digits++) at = after(text, at)
    return at
  }

  function symbolsEnd(text: string, from: number): number {
    let at = runEnd(text, from, SYMBOL)
    while (at < text.length && (text.charCodeAt(at) === 0x2f || kindAt(text, at) & NEWLINE)) at++
    return at
  }

  function whiteEnd(text: string, from: number): number {
    let at = from
    let line = from
    for (let kind = kindAt(text, at); kind & WHITE; kind = kindAt(text, ++at)) if (kind & NEWLINE) line = at + 1
    if (line > from) return line
    // The last space goes with what follows.
    return at < text.length && at - from > 1 ? at - 1 : at
  }

  function runEnd(text: string, from: number, kind: number): number {
    let at = from
    while (kindAt(text, at) & kind) at++
    return at
  }

  /** The kind of the character that a code unit belongs to; 0 past the end. */
  function kindAt(text: string, at: number): number {
    if (at >= text.length) return 0
    const kind = kinds[text.charCodeAt(at)]!
    return kind === HALF ? pairKind(text, at) : kind
  }

  function pairKind(text: string, at: number): number {
    const kind = kinds[text.codePointAt(isSecondHalf(text, at) ? at - 1 : at)!]!
    // Alone it is read as U+FFFD.
    return kind === HALF ? SYMBOL : kind
  }
}

const contraction = /'(?:[stmd]|re|ve|ll)/iuy

function contractionEnd(text: string, at: number): number {
  if (at >= text.length || text.charCodeAt(at) !== 0x27) return at
  contraction.lastIndex = at
  return contraction.test(text) ? contraction.lastIndex : at
}

const after = (text: string, at: number): number =>
  isFirstHalf(text, at) && isSecondHalf(text, at + 1) ? at + 2 : at + 1

const isFirstHalf = (text: string, at: number): boolean => (text.charCodeAt(at) & 0xfc00) === 0xd800

const isSecondHalf = (text: string, at: number): boolean =>
  (text.charCodeAt(at) & 0xfc00) === 0xdc00 && isFirstHalf(text, at - 1)
