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
  return sentence => {
    const words = contentWords(sentence).toSorted((a, b) => stands(a).length - stands(b).length)
    const enough = Math.ceil(words.length * most)
    // One of these, the rarest, must stand on the line; only the lines that have one are worth a look.
    const rare = words.slice(0, words.length - enough + 1)
    const lines = new Set(rare.flatMap(stands))
    return (
      words.length === 0 || [...lines].some(line => words.filter(word => includes(stands(word), line)).length >= enough)
    )
  }
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
