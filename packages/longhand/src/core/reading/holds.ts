import { contentWords } from './words.ts'

/** Tells which of the wanted sentences some lines hold: most of their words stand on one line. */
export function holds(lines: readonly string[], wanted: readonly string[]): (sentence: string) => boolean {
  const needed = new Set(wanted.flatMap(contentWords))
  const places = new Map<string, number[]>()
  lines.forEach((line, at) => {
    for (const word of contentWords(line)) {
      if (!needed.has(word)) continue
      const known = places.get(word)
      if (known === undefined) places.set(word, [at])
      else known.push(at)
    }
  })
  const stands = (word: string): readonly number[] => places.get(word) ?? []
  let spare = spareLooks
  return sentence => {
    const words = contentWords(sentence).toSorted((a, b) => stands(a).length - stands(b).length)
    if (words.length === 0) return true
    const enough = Math.ceil(words.length * most)
    // One of these, the rarest, must stand on the line; only the lines that have one are worth a look.
    const rare = words.slice(0, words.length - enough + 1)
    const room = ownLooks + Math.floor(spare / words.length)
    const lines = firstOf(rare.map(stands), room)
    spare -= Math.max(0, lines.size - ownLooks) * words.length
    return [...lines].some(line => words.filter(word => includes(stands(word), line)).length >= enough)
  }
}

/**
 * Lines that may be looked at for each sentence, and words that may be looked up beyond that for all of them. Where every
 * line is like every other there would be no end of it; then the lines with the rarest words have to do.
 */
const ownLooks = 100
const spareLooks = 2_000_000

/** The first numbers of some lists, each once, as many as there is room for. */
function firstOf(lists: readonly (readonly number[])[], room: number): ReadonlySet<number> {
  const found = new Set<number>()
  for (const list of lists) {
    for (const one of list) {
      if (found.size >= room) return found
      found.add(one)
    }
  }
  return found
}

/** Whether a sorted list has a number. */
function includes(sorted: readonly number[], wanted: number): boolean {
  let from = 0
  let to = sorted.length
  while (from < to) {
    const middle = (from + to) >> 1
    if (sorted[middle]! < wanted) from = middle + 1
    else to = middle
  }
  return sorted[from] === wanted
}

/** Share of the words of a sentence that must stand on one line. */
const most = 0.6
