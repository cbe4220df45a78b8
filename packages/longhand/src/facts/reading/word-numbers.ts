import { allWords, stopWords } from './words.ts'

/** Gives words numbers: equal words have equal ones, and they count up from 0. */
export type WordNumbers = {
  /** The content words of a line, each once. */
  readonly of: (line: string) => readonly number[]
  /** How many words have a number. */
  readonly count: () => number
}

/** Numbers that whoever compares lines may share: those of a conversation are compared at each of its compactions. */
export function sharedWordNumbers(): WordNumbers {
  if (letters > maxLetters) {
    current = createWordNumbers()
    letters = 0
  }
  return current
}

/** So many letters are numbered before all are forgotten: numbers of lines that are compared have to fit together. */
const maxLetters = 8_000_000
/** Instead of a number, for words that say nothing. */
const none = -1

let letters = 0
let current = createWordNumbers()

function createWordNumbers(): WordNumbers {
  const numbers = new Map<string, number>([...stopWords].map(word => [word, none]))
  /** By number, the last line that had the word. */
  const lastLines: number[] = []
  let lines = 0
  return {
    of: line => {
      const found: number[] = []
      lines++
      letters += line.length
      for (const word of allWords(line)) {
        const number = numbers.get(word) ?? lastLines.length
        if (number === none || lastLines[number] === lines) continue
        if (number === lastLines.length) numbers.set(word, number)
        lastLines[number] = lines
        found.push(number)
      }
      return found
    },
    count: () => lastLines.length,
  }
}
