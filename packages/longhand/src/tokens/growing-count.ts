import { runToEnd } from '../core/steps.ts'
import { o200k } from './count.ts'
import { type Counter, shortPiece } from './o200k/counter.ts'
import type { Seam } from './o200k/long-piece.ts'

/** The count of a text that is still arriving. Only its tail is counted again. */
export type GrowingCount = {
  readonly append: (text: string) => void
  /** Exact for all that has arrived; half a character at the end has not arrived yet. */
  readonly count: () => number
}

/** Text that follows may still change the last two pieces: `don` and `'` become `don't`, a space joins the next word. */
const unsettled = 2

/** Starts counting a text that is still arriving. */
export function growingCount(counter: Counter = o200k()): GrowingCount {
  let settled = 0
  let tail = ''
  let half = ''
  let longPieces = new Map<number, Seam[]>()

  return {
    append(text) {
      const arrived = half + text
      half = /[\uD800-\uDBFF]$/.test(arrived) ? arrived.slice(-1) : ''
      tail += half === '' ? arrived : arrived.slice(0, -1)
    },
    count() {
      const pieces = piecesOf(tail)
      const done = pieces.slice(0, -unsettled)
      settled += sum(done)
      forget(done.at(-1)?.end ?? 0)
      return settled + sum(pieces.slice(-unsettled))
    },
  }

  function piecesOf(text: string): readonly Piece[] {
    const pieces: Piece[] = []
    for (let at = 0; at < text.length; ) {
      const end = counter.pieceEnd(text, at)
      pieces.push({ end, tokens: end - at <= shortPiece ? counter.countShort(text, at, end) : countLong(at, end) })
      at = end
    }
    return pieces
  }

  function countLong(from: number, to: number): number {
    const seams = longPieces.get(from) ?? []
    longPieces.set(from, seams)
    return runToEnd(counter.countLong(new TextEncoder().encode(tail.slice(from, to)), seams))
  }

  function forget(end: number): void {
    tail = tail.slice(end)
    longPieces = new Map([...longPieces].flatMap(([at, seams]) => (at < end ? [] : [[at - end, seams]])))
  }
}

type Piece = { readonly end: number; readonly tokens: number }

const sum = (pieces: readonly Piece[]): number => pieces.reduce((total, piece) => total + piece.tokens, 0)
