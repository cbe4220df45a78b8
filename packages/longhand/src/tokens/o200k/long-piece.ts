import type { Merge } from './merge.ts'
import { fillWithBytes, type Stretch, stretch } from './stretch.ts'

/** A place between two tokens of a piece: how many tokens lie before it, and where the last of them starts. */
export type Seam = { readonly at: number; readonly tokens: number; readonly lastStart: number }

/**
 * Counts a piece of any length in steps of bounded work. The seams it finds are left in the list; when the piece has
 * grown, the next count starts from them.
 */
export type LongPieceCounter = (bytes: Uint8Array, seams: Seam[]) => Generator<void, number>

const origin: Seam = { at: 0, tokens: 0, lastStart: 0 }
const usualReach = 64

/**
 * Tokens are the encoding of a text if and only if each two neighbours are the encoding of their own bytes: the first
 * merge that crossed from one token into the next would happen between these two alone as well. So a stretch that
 * starts with the last token before a seam, and finds that token again, joins what is before it exactly. If it finds
 * another token, the seam was none, and a longer stretch is taken from the seam before.
 */
export function longPieceCounter(merge: Merge): LongPieceCounter {
  let work = stretch(4 * usualReach)

  return function* (bytes, seams) {
    for (let reach = usualReach; ; ) {
      const seam = seams.at(-1) ?? origin
      const end = Math.min(seam.at + reach, bytes.length)
      if (end - seam.lastStart > work.bytes.length) work = stretch(2 * (end - seam.lastStart))
      fillWithBytes(work, bytes.subarray(seam.lastStart, end))
      merge(work)

      if (seam !== origin && seam.lastStart + work.ends[0]! !== seam.at) {
        seams.pop()
        reach *= 2
        continue
      }
      if (end === bytes.length) return lastSeam(work, seam, end).tokens
      // What is near the end of a stretch may still merge with what follows.
      const next = lastSeam(work, seam, end - reach / 4)
      if (next.at === seam.at) {
        reach *= 2
        continue
      }
      seams.push(next)
      reach = Math.max(usualReach, reach / 2)
      yield
    }
  }
}

/** The last place between two tokens of a stretch, up to a limit. */
function lastSeam({ ends }: Stretch, { at, tokens, lastStart: start }: Seam, limit: number): Seam {
  let seam: Seam = { at, tokens, lastStart: start }
  while (seam.at < limit && start + ends[seam.at - start]! <= limit) {
    seam = { at: start + ends[seam.at - start]!, tokens: seam.tokens + 1, lastStart: seam.at }
  }
  return seam
}
