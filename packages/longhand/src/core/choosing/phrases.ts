import { contentWords } from '../reading/words.ts'

/** The pairs of words that follow each other in a line: lines that share most of them say the same. */
export function phrasesOf(line: string): readonly string[] {
  const words = contentWords(line)
  return words.length < 2 ? words : words.slice(1).map((word, at) => `${words[at]} ${word}`)
}
