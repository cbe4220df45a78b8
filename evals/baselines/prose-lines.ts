import type { Compacted } from '../metric/compacted.ts'
import type { History } from '../metric/cut.ts'
import { proseWords, type Rarity, rarityIn } from '../metric/prose-words.ts'
import { countTokens } from '../metric/tokens.ts'
import type { Baseline } from './baseline.ts'
import { createBudget } from './budget.ts'
import { keepNewest } from './keep-newest.ts'

/** What a prose conversation is compacted by, beside Longhand. None of them sees the questions. */
export const proseBaselines: readonly Baseline[] = [
  {
    name: 'newest messages',
    rule: 'The newest messages that fit.',
    compact: (history, budget) => keepNewest(history, createBudget(budget)),
  },
  {
    name: 'TF-IDF lines',
    rule: 'The lines with the rarest words, for the root of their number.',
    compact: (history, budget) => bestLines(history, budget, proseWords),
  },
  {
    name: 'proper nouns',
    rule: 'The same, where only names and numbers count: words with a capital within a sentence, titles in brackets or quotes, digits.',
    compact: (history, budget) => bestLines(history, budget, properNouns),
  },
]

type Line = { readonly message: number; readonly text: string; readonly worth: number }

/** The lines whose words weigh most, those of a message together, in the order they were written. */
function bestLines({ messages }: History, budget: number, words: (line: string) => readonly string[]): Compacted {
  const rarity = rarityIn(messages.map(({ content }) => content))
  const lines = messages.flatMap(({ content }, message) =>
    content
      .split('\n')
      .flatMap(text => (text.trim() === '' ? [] : [{ message, text, worth: worthOf(words(text), rarity) }])),
  )
  const remaining = createBudget(budget)
  const kept = new Set<Line>(
    lines.toSorted((a, b) => b.worth - a.worth).filter(({ text }) => remaining.spend(countTokens(text) + 1)),
  )
  const byMessage = Map.groupBy(
    lines.filter(line => kept.has(line)),
    ({ message }) => message,
  )
  return { kept: [], texts: [...byMessage.values()].map(found => found.map(({ text }) => text).join('\n')) }
}

function worthOf(words: readonly string[], rarity: Rarity): number {
  const times = Map.groupBy(words, word => word)
  const sum = [...times].reduce((all, [word, { length }]) => all + (1 + Math.log(length)) * rarity.of(word), 0)
  return sum / Math.sqrt(1 + times.size)
}

const properNouns = (line: string): readonly string[] => (line.match(proper) ?? []).flatMap(proseWords)

/** A capital at the start of a sentence says nothing. */
const proper =
  /(?<![.!?:]\s|^)(?<=[\s("'“])\p{Lu}[\p{L}'’]+|[《“「『"][^》”」』"\n]{2,40}[》”」』"]|[$€£¥]?\d[\d,.:/-]*/gu
