import { noRank, powersOfFactor, type Ranks } from './ranks.ts'
import type { TokenBuffer } from './token-buffer.ts'

/** Finds the tokens of a stretch and returns how many there are. */
export type Merge = (stretch: TokenBuffer) => number

/**
 * Byte-pair encoding: the leftmost pair of lowest rank becomes one token, until no pair is a token.
 * The time is quadratic in the length of the stretch, which the caller bounds.
 */
export function createMerge({ rankOf, longest }: Ranks): Merge {
  const powers = powersOfFactor(longest)

  return stretch => {
    const { length, ends, ranks } = stretch
    for (let at = 0; at < length; at++) {
      ends[at] = at + 1
      ranks[at] = at + 2 <= length ? rank(stretch, at, at + 2) : noRank
    }
    for (let tokens = length; ; ) {
      const lowest = lowestRank(stretch)
      if (lowest.rank === noRank) return tokens
      tokens -= mergeAll(stretch, lowest)
    }
  }

  /** Merges all pairs of one rank, from left to right, and returns how many. New pairs have higher ranks. */
  function mergeAll(stretch: TokenBuffer, { rank: lowest, before, first, last }: Lowest): number {
    const { length, ends, ranks } = stretch
    let merged = 0
    for (let at = first, previous = before; at <= last; previous = at, at = ends[at]!) {
      if (ranks[at] !== lowest) continue
      const end = ends[ends[at]!]!
      ends[at] = end
      ranks[at] = end < length ? rank(stretch, at, ends[end]!) : noRank
      if (previous >= 0) ranks[previous] = rank(stretch, previous, end)
      merged++
    }
    return merged
  }

  function rank({ bytes, hashes }: TokenBuffer, from: number, to: number): number {
    if (to - from > longest) return noRank
    return rankOf(bytes, from, to, (hashes[to]! - Math.imul(hashes[from]!, powers[to - from]!)) | 0)
  }
}

/** The lowest rank in a buffer, where it is first and last, and the token before the first. */
type Lowest = { readonly rank: number; readonly before: number; readonly first: number; readonly last: number }

function lowestRank({ length, ends, ranks }: TokenBuffer): Lowest {
  let rank = noRank
  let before = -1
  let first = 0
  let last = 0
  for (let at = 0, previous = -1; at < length; previous = at, at = ends[at]!) {
    if (ranks[at]! > rank) continue
    last = at
    if (ranks[at] === rank) continue
    rank = ranks[at]!
    before = previous
    first = at
  }
  return { rank, before, first, last }
}
