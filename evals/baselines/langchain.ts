import type { Baseline } from './baseline.ts'
import { createBudget } from './budget.ts'
import { both, keepNewest } from './keep-newest.ts'
import { extract } from './tf-idf.ts'

/** Messages that `summarizationMiddleware` keeps, and tokens of the older ones that it shows to the summariser. */
export const langchainKeep = 20
const shownToSummariser = 4000

export const langchain: Baseline = {
  name: 'LangChain.js policy',
  rule:
    'The last 20 messages (or more, if the budget allows) and a summary of the 4,000 tokens before them, for which TF-IDF ' +
    'extraction with at most 40% of the budget stands in (langchain 1.5, summarizationMiddleware).',
  compact(history, budget) {
    const summary = Math.min(budget * 0.4, shownToSummariser)
    const tail = keepNewest(history, createBudget(budget - summary))
    const to = tail.kept[0] ?? history.messages.length
    return both(extract(history, createBudget(summary), { from: firstShown(history.tokens, to), to }), tail)
  },
}

function firstShown(tokens: readonly number[], to: number): number {
  let from = to
  for (let seen = 0; from > 0 && seen < shownToSummariser; ) seen += tokens[--from]!
  return from
}
