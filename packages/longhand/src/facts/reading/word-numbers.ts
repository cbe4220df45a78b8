import { contentWords } from './words.ts'

/** The content words of lines as numbers: equal words have equal numbers, and they count up from 0. */
export type WordNumbers = {
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
let letters = 0
let current = createWordNumbers()

function createWordNumbers(): WordNumbers {
  const numbers = new Map<string, number>()
  const lines = new Map<string, readonly number[]>()
  return {
    of: line => {
      const known = lines.get(line)
      if (known !== undefined) return known
      const found = contentWords(line).map(word => {
        const number = numbers.get(word) ?? numbers.size
        if (number === numbers.size) numbers.set(word, number)
        return number
      })
      lines.set(line, found)
      letters += line.length
      return found
    },
    count: () => numbers.size,
  }
}
