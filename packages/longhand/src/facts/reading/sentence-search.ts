import { lineOf, type ReadLine } from './read-line.ts'
import { sharedWordNumbers } from './word-numbers.ts'

/** Which of the wanted sentences the lines hold: most of their words are on one line. */
export const linesHold = (lines: readonly string[], wanted: readonly string[]): ((sentence: string) => boolean) =>
  sentenceSearch(wanted)(lines.map(lineOf))

/** The same for sentences that are searched for in many texts: nothing is read twice. */
export function sentenceSearch(wanted: readonly string[]) {
  const numbers = sharedWordNumbers()
  const wordsOf = (line: string): readonly number[] => lineOf(line).words(numbers)
  const needed = [...new Set(wanted.flatMap(wordsOf))]
  /** By word, which of the lists below has its lines; 0 for words that nobody looks for. */
  const listOf = new Int32Array(numbers.count())
  for (let at = 0; at < needed.length; at++) listOf[needed[at]!] = at + 1
  return (lines: readonly ReadLine[]): ((sentence: string) => boolean) => {
    const lists: number[][] = Array.from({ length: needed.length + 1 }, () => [])
    for (let at = 0; at < lines.length; at++) {
      const words = lines[at]!.words(numbers)
      for (let one = 0; one < words.length; one++) {
        // Words that got a number later are none of those that are needed.
        const list = listOf[words[one]!] ?? 0
        if (list > 0) lists[list]!.push(at)
      }
    }
    const linesWith = (word: number): readonly number[] => lists[listOf[word] ?? 0]!
    const checkedFor = new Int32Array(lines.length)
    let sentences = 0
    let spare = sharedWordLookups
    return sentence => {
      const words = wordsOf(sentence)
      if (words.length === 0) return true
      sentences++
      const enough = Math.ceil(words.length * minWordShare)
      const all = words.map(linesWith).sort((a, b) => a.length - b.length)
      const isHeldBy = (line: number): boolean => all.filter(list => includes(list, line)).length >= enough
      const maxChecks = checksPerSentence + Math.floor(spare / words.length)
      let checks = 0
      let isHeld = false
      // One of the rarest words must be on the line, so only lines that have one are checked.
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

/**
 * How many lines may be checked for each sentence, and how many word lookups beyond that for all of them. Without a
 * bound, texts of many similar lines would take too long; with it, the lines with the rarest words have to do.
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

/** The share of a sentence's words that must be on one line. */
const minWordShare = 0.6
