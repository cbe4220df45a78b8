import type { Baseline } from './baseline.ts'
import { createBudget } from './budget.ts'
import { keepNewest } from './keep-newest.ts'

export const truncation: Baseline = {
  name: 'truncation',
  rule: 'The newest messages stay, the others go: the sliding window that every client has as its last resort.',
  compact: (history, budget) => keepNewest(history, createBudget(budget)),
}
