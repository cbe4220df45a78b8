import { contentWords } from './words.ts'

/** Tells which of the wanted sentences some lines hold: most of their words stand on one line. */
export const linesHold = (lines: readonly string[], wanted: readonly string[]): ((sentence: string) => boolean) =>
  sentenceSearch(wanted)(lines)

/** The same for sentences that are looked for in one text after the other: what was read once is not read again. */
export function sentenceSearch(wanted: readonly string[]) {
  const wordsOf = memoise(contentWords)
  const needed = new Set(wanted.flatMap(wordsOf))
  const neededOn = memoise(line => contentWords(line).filter(word => needed.has(word)))
  return (lines: readonly string[]): ((sentence: string) => boolean) => {
    const places = new Map<string, number[]>()
    lines.forEach((line, at) => {
      for (const word of neededOn(line)) {
        const known = places.get(word)
        if (known === undefined) places.set(word, [at])
        else known.push(at)
      }
    })
    const stands = (word: string): readonly number[] => places.get(word) ?? []
    const checkedFor = new Int32Array(lines.length)
    let sentences = 0
    let spare = sharedWordLookups
    return sentence => {
      const words = wordsOf(sentence).toSorted((a, b) => stands(a).length - stands(b).length)
      if (words.length === 0) return true
      sentences++
      const enough = Math.ceil(words.length * minWordShare)
      const all = words.map(stands)
      const isHeldBy = (line: number): boolean => all.filter(list => includes(list, line)).length >= enough
      const maxChecks = checksPerSentence + Math.floor(spare / words.length)
      let checks = 0
      let isHeld = false
      // One of the rarest must stand on the line; only the lines that have one are worth a look.
      for (const list of all.slice(0, words.length - enough + 1)) {
        for (const line of list) {
          if (isHeld || checks >= maxChecks) break
          if (checkedFor[line] === sentences) continue
          checkedFor[line] = sentences
          checks++
          isHeld = isHeldBy(line)
        }
      }
      spare -= Math.max(0, checks - checksPerSentence) * words.length
      return isHeld
    }
  }
}

/** A function that reads each text once. */
function memoise<Found>(read: (text: string) => Found): (text: string) => Found {
  const known = new Map<string, Found>()
  return text => {
    const before = known.get(text)
    if (before !== undefined) return before
    const found = read(text)
    known.set(text, found)
    return found
  }
}

/**
 * Lines that may be looked at for each sentence, and words that may be looked up beyond that for all of them. Where every
 * line is like every other there would be no end of it; then the lines with the rarest words have to do.
 */
const checksPerSentence = 100
const sharedWordLookups = 2_000_000

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
const minWordShare = 0.6
