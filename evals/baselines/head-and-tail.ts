import type { Baseline } from './baseline.ts'
import { createBudget } from './budget.ts'
import { both, keepNewest, keepOldest } from './keep-newest.ts'

const headShare = 0.15

export const headAndTail: Baseline = {
  name: 'head + tail',
  rule: 'The first messages (15% of the budget) and the newest stay, the middle goes (OpenHands keeps its first events likewise).',
  compact(history, budget) {
    const head = keepOldest(history, createBudget(budget * headShare))
    return both(head, keepNewest(history, createBudget(budget * (1 - headShare))))
  },
}
