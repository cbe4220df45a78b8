/** Finds out whether one line of many holds enough of some words. */
export type LineIndex = { readonly holds: (words: readonly number[], weight: (word: number) => number) => boolean }

/** The share of the words, by weight, that must stand on one line. */
const enough = 0.6

/** Indexes lines by those of their words that will be asked for. */
export function lineIndex(lines: Iterable<readonly number[]>, asked: ReadonlySet<number> | null = null): LineIndex {
  const postings = new Map<number, number[]>()
  let count = 0
  for (const words of lines) {
    const line = count++
    for (const word of words) {
      if (asked !== null && !asked.has(word)) continue
      const list = postings.get(word)
      if (list === undefined) postings.set(word, [line])
      else list.push(line)
    }
  }
  return { holds: (words, weight) => holds(words, weight, postings) }
}

function holds(
  words: readonly number[],
  weight: (word: number) => number,
  postings: ReadonlyMap<number, readonly number[]>,
): boolean {
  const total = words.reduce((sum, word) => sum + weight(word), 0)
  const rarest = words.toSorted((a, b) => (postings.get(a)?.length ?? 0) - (postings.get(b)?.length ?? 0))
  const found = new Map<number, number>()
  let left = total
  for (const word of rarest) {
    const worth = weight(word)
    // A line that has none of the words so far cannot reach the share with those that are left.
    const mayStart = left >= enough * total
    for (const line of postings.get(word) ?? []) {
      const before = found.get(line)
      if (before === undefined && !mayStart) continue
      const now = (before ?? 0) + worth
      if (now >= enough * total) return true
      found.set(line, now)
    }
    left -= worth
    if (!mayStart && found.size === 0) return false
  }
  return false
}
