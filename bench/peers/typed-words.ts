import type { ScriptTurn } from './script.ts'
import type { SentMessage } from './sent-messages.ts'

/** Tells how much of what a person typed stands in a request, sentence by sentence. Spaces and signs may change, words may not. */
export function createTypedWords() {
  const known = new Map<string, ReturnType<typeof sentenceFinder>>()
  return (request: readonly SentMessage[]) => {
    const finders = request.map(({ key, text }) => {
      const finder = known.get(key) ?? sentenceFinder(text)
      known.set(key, finder)
      return finder
    })
    const isThere = (sentence: string): boolean => finders.some(finds => finds(sentence))
    return {
      /** The share of a message's letters that are there; a message that programs wrote alone is looked for as it is. */
      share: (turn: ScriptTurn): number => {
        const all = sentencesOf(turn)
        return all.length === 0 ? 1 : lengthOf(all.filter(isThere)) / lengthOf(all)
      },
      missing: (turn: ScriptTurn): readonly string[] => sentencesOf(turn).filter(sentence => !isThere(sentence)),
    }
  }
}

/** The same messages and sentences meet in every request, so what was found is remembered. */
function sentenceFinder(text: string): (sentence: string) => boolean {
  const letters = lettersOf(text)
  const found = new Map<string, boolean>()
  return sentence => {
    const before = found.get(sentence)
    if (before !== undefined) return before
    const isThere = letters.includes(sentence)
    found.set(sentence, isThere)
    return isThere
  }
}

const known = new WeakMap<ScriptTurn, readonly string[]>()

/** Letters and digits of each sentence. */
function sentencesOf(turn: ScriptTurn): readonly string[] {
  const before = known.get(turn)
  if (before !== undefined) return before
  const sentences = (turn.typed || turn.text)
    .split(/\n|(?<=[.!?]) +/)
    .map(lettersOf)
    .filter(sentence => sentence !== '')
  known.set(turn, sentences)
  return sentences
}

const lengthOf = (sentences: readonly string[]): number => sentences.reduce((sum, { length }) => sum + length, 0)

const lettersOf = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '')
