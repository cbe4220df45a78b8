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

/** Counts a text in steps, between which the caller may do something else. */
export function* counting({ pieceEnd, countShort, countLong }: Counter, text: string): Generator<void, number> {
  let tokens = 0
  let rest = stride
  for (let at = 0; at < text.length; ) {
    const end = pieceEnd(text, at)
    tokens +=
      end - at <= shortPiece ? countShort(text, at, end) : yield* countLong(utf8.encode(text.slice(at, end)), [])
    at = end
    if (at < rest) continue
    rest = at + stride
    yield
  }
  return tokens
}

const stride = 16_384
const utf8 = new TextEncoder()
