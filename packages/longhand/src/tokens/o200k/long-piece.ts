import type { Merge } from './merge.ts'
import { createBuffer, fillWithBytes, type TokenBuffer } from './token-buffer.ts'

/** A place between two tokens of a piece. */
export type Seam = {
  readonly at: number
  /** How many tokens lie before it, and where the last of them starts. */
  readonly tokens: number
  readonly lastStart: number
  /** How far the stretch goes that looks for the next seam; longer when a shorter one found none that holds. */
  reach: number
}

/**
 * Counts a piece of any length in steps of bounded work. The seams it finds are left in the list; when the piece has
 * grown, the next count starts from them.
 */
export type LongPieceCounter = (bytes: Uint8Array, seams: Seam[]) => Generator<void, number>

/**
 * Tokens are the encoding of a text if and only if each two neighbours are the encoding of their own bytes: the first
 * merge that crossed from one token into the next would happen between these two alone as well. So a stretch that
 * starts with the last token before a seam, and finds that token again, joins what is before it exactly. If it finds
 * another token, the seam was none, and a longer stretch is taken from the seam before.
 */
export function longPieceCounter(merge: Merge): LongPieceCounter {
  let work = createBuffer(256)

  return function* (bytes, seams) {
    if (seams.length === 0) seams.push(seamAt(0, 0, 0))
    for (;;) {
      const seam = seams.at(-1)!
      const end = Math.min(seam.at + seam.reach, bytes.length)
      if (end - seam.lastStart > work.bytes.length) work = createBuffer(2 * (end - seam.lastStart))
      fillWithBytes(work, bytes.subarray(seam.lastStart, end))
      merge(work)

      const holds = seam.at === 0 || seam.lastStart + work.ends[0]! === seam.at
      if (holds && end === bytes.length) return lastSeam(work, seam, end).tokens
      // What is near the end of a stretch may still merge with what follows.
      const next = lastSeam(work, seam, end - seam.reach / 4)
      if (holds && next.at > seam.at) {
        seams.push(next)
        yield
      } else {
        if (!holds) seams.pop()
        seams.at(-1)!.reach *= 2
      }
    }
  }
}

/** The last place between two tokens of a stretch, up to a limit. */
function lastSeam({ ends }: TokenBuffer, { at, tokens, lastStart: start }: Seam, limit: number): Seam {
  let place = at
  let last = start
  let count = tokens
  while (place < limit && start + ends[place - start]! <= limit) {
    last = place
    place = start + ends[place - start]!
    count++
  }
  return seamAt(place, count, last)
}

const seamAt = (at: number, tokens: number, lastStart: number): Seam => ({
  at,
  tokens,
  lastStart,
  // Room for some tokens like the last one.
  reach: 48 + 8 * (at - lastStart),
})
