import type { Policy } from './policy.ts'

/** Tokens that the text of a fold may take: what the summariser writes, and what is added from the originals. */
export type FoldBudget = {
  readonly prose: number
  readonly ledger: number
  /** What the ledger may take where the facts that must survive do not fit otherwise. */
  readonly maxLedger?: number
}

/** Bounded by the policy, by a share of the window, and by what is left of the target beside everything that stays. */
export function foldBudget({ maxTokens, target }: Policy, window: number, staying: number): FoldBudget {
  const left = Math.max(minLedger, Math.floor(window * target) - staying)
  const prose = Math.min(maxTokens, Math.floor(left / 2))
  return { prose, ledger: Math.min(Math.floor(window * ledgerShare), left - prose), maxLedger: left - prose }
}

const ledgerShare = 0.15

/** Even in a window that is too small for anything, a fold says a little. */
const minLedger = 200

/** The budget of a text that no model writes: all of it is for words of the originals. */
export const withoutProse = ({ prose, ledger, maxLedger = ledger }: FoldBudget): FoldBudget => ({
  prose: 0,
  ledger: ledger + prose,
  maxLedger: maxLedger + prose,
})

/** The part of a budget for one of several folds. */
export const divideBudget = ({ prose, ledger, maxLedger = ledger }: FoldBudget, folds: number): FoldBudget => ({
  prose: Math.floor(prose / folds),
  ledger: Math.floor(ledger / folds),
  maxLedger: Math.floor(maxLedger / folds),
})
