import { runToEnd, type Steps } from '../../core/steps.ts'
import { type LongPieceCounter, longPieceCounter } from './long-piece.ts'
import { createMerge } from './merge.ts'
import { withCache } from './merge-cache.ts'
import { noRank, ranks } from './ranks.ts'
import { createSplitter, type PieceEnd } from './split.ts'
import type { Table } from './table.ts'
import { createBuffer, fillWithText } from './token-buffer.ts'

/** Counts tokens exactly as tiktoken does, in time linear in the text, whatever the text. */
export type Counter = {
  readonly pieceEnd: PieceEnd
  /** The tokens of a piece of up to `shortPiece` code units. */
  readonly countShort: (text: string, from: number, to: number) => number
  readonly countLong: LongPieceCounter
}

export const shortPiece = 128

export function createCounter(table: Table): Counter {
  const { rankOf, longest } = ranks(table)
  const merge = createMerge({ rankOf, longest })
  const mergeOnce = withCache(merge)
  const piece = createBuffer(shortPiece * 3)

  function countShort(text: string, from: number, to: number): number {
    fillWithText(piece, text, from, to)
    const { length, bytes, hashes } = piece
    if (length === 1) return 1
    const isToken = length <= longest && rankOf(bytes, 0, length, hashes[length]!) !== noRank
    return isToken ? 1 : mergeOnce(piece)
  }

  return { pieceEnd: createSplitter(table.kinds), countShort, countLong: longPieceCounter(merge) }
}

/** Counts a text. */
export function countAtOnce(counter: Counter, text: string): number {
  // Most texts are lines, and a generator for each would take longer than to count it.
  if (text.length > stride) return runToEnd(counting(counter, text))
  const { tokens, end } = countStretch(counter, text, 0, text.length)
  return end === text.length ? tokens : runToEnd(counting(counter, text))
}

/** Counts a text in steps, between which the caller may do something else. */
export function* counting(counter: Counter, text: string): Steps<number> {
  let tokens = 0
  for (let at = 0; at < text.length; ) {
    const stretch = countStretch(counter, text, at, Math.min(text.length, at + stride))
    tokens += stretch.tokens
    at = stretch.end
    if (at === text.length) break
    yield
    const end = counter.pieceEnd(text, at)
    if (end - at <= shortPiece) continue
    tokens += yield* counter.countLong(utf8.encode(text.slice(at, end)), [])
    at = end
  }
  return tokens
}

type Stretch = { readonly tokens: number; readonly end: number }

/** The tokens up to about here, or up to a long piece. */
function countStretch({ pieceEnd, countShort }: Counter, text: string, from: number, to: number): Stretch {
  let tokens = 0
  let at = from
  while (at < to) {
    const end = pieceEnd(text, at)
    if (end - at > shortPiece) break
    tokens += countShort(text, at, end)
    at = end
  }
  return { tokens, end: at }
}

const stride = 16_384
const utf8 = new TextEncoder()
