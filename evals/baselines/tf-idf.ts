import type { Compacted } from '../metric/compacted.ts'
import type { History } from '../metric/cut.ts'
import { printed } from '../metric/printed.ts'
import { countTokens } from '../metric/tokens.ts'
import type { Baseline } from './baseline.ts'
import { type Budget, createBudget } from './budget.ts'
import { both, keepNewest } from './keep-newest.ts'

const extractShare = 0.4

export const tfIdf: Baseline = {
  name: 'TF-IDF extraction',
  rule: 'The lines with the highest mean TF-IDF of their words (40% of the budget), then the newest messages: textbook extraction.',
  compact(history, budget) {
    const tail = keepNewest(history, createBudget(budget * (1 - extractShare)))
    const before = tail.kept[0] ?? history.messages.length
    return both(extract(history, createBudget(budget * extractShare), { from: 0, to: before }), tail)
  },
}

type Line = { readonly text: string; readonly words: readonly string[]; readonly at: number }

/** The most telling lines of some messages, in the order they were written. */
export function extract(
  history: History,
  remaining: Budget,
  { from, to }: { readonly from: number; readonly to: number },
): Compacted {
  const texts = history.messages.slice(from, to).flatMap(message => printed(message).map(({ text }) => text))
  const lines = [...new Set(texts)]
    .map((text, at): Line => ({ text, words: text.toLowerCase().match(/[\p{L}\p{N}_]{3,}/gu) ?? [], at }))
    .filter(({ words }) => words.length >= 3)
  const holders = new Map<string, number>()
  for (const { words } of lines) for (const word of new Set(words)) holders.set(word, (holders.get(word) ?? 0) + 1)
  const worth = ({ words }: Line): number =>
    words.reduce((sum, word) => sum + Math.log(lines.length / holders.get(word)!), 0) / words.length
  const chosen: Line[] = []
  for (const line of lines.map(line => [worth(line), line] as const).toSorted((a, b) => b[0] - a[0])) {
    if (remaining.left() < 4) break
    if (remaining.spend(countTokens(line[1].text) + 1)) chosen.push(line[1])
  }
  return { kept: [], texts: chosen.toSorted((a, b) => a.at - b.at).map(({ text }) => text) }
}
