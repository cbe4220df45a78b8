import { dueTokens, type Goal, goalOf } from './goal.ts'
import type { Policy } from './policy.ts'
import { limitOf, type ModelWindow } from './window.ts'

/** Tokens that the text of a fold may take: what the summariser writes, and what is added from the originals. */
export type FoldBudget = {
  readonly prose: number
  readonly ledger: number
  /** What the ledger takes even where less of it would hold enough facts. */
  readonly minLedger: number
  /** What the ledger may take where the facts that must survive do not fit otherwise. */
  readonly maxLedger: number
}

/** How long a text gets: until it holds enough facts, or as long as it may. */
export type TextLength = 'enough-facts' | 'whole-budget'

/** Bounded by the policy, by a share of the window, and by what the goal leaves beside everything that stays. */
export function foldBudget(
  policy: Policy,
  room: ModelWindow,
  { staying, maxLines, digested, length = 'enough-facts', getsUnder = 'threshold' }: FoldedTokens,
): FoldBudget {
  const goal = goalOf(policy, room, staying)
  const isOutOfReach = length === 'whole-budget' && staying >= goal.tokens
  const due = dueTokens(policy, room)
  const ceiling = getsUnder === 'limit' ? maxShareOfLimit * (limitOf(room) ?? due) : maxShareOfThreshold * due
  const besideMuch = Math.min(due * leastOfThreshold, ceiling - staying)
  const least = length === 'enough-facts' ? besideMuch : isOutOfReach ? goal.tokens * leastShare : 0
  const forDigests = length === 'whole-budget' ? 0 : Math.floor(digested * digestShare)
  const left = Math.max(minText, forDigests, goal.tokens - staying, Math.floor(least))
  const prose = Math.min(policy.maxTokens, Math.floor(left * proseShare))
  const usual = length === 'whole-budget' ? left : Math.floor(goal.window * ledgerShare)
  const lines = length === 'whole-budget' || digested > 0 ? 0 : linesOf(goal, staying + prose, maxLines)
  const ledger = Math.max(lines, Math.min(usual, left - prose))
  return { prose, ledger, minLedger: lines, maxLedger: Math.max(ledger, goal.maxTokens - staying - prose) }
}

/** Tokens of whole lines that a text has beyond its facts, while the view with them is well below its goal. */
function linesOf({ window, tokens }: Goal, others: number, most = maxLines): number {
  const left = Math.floor(tokens * filledShare) - others
  return Math.max(0, Math.floor(Math.min(most, maxLines, window * linesShare, left)))
}

/**
 * What is used again is mostly a line and not a name. In a small window a text of facts alone forgets the files that are
 * being worked on; in a large one facts and their lines take more than this anyway.
 */
const maxLines = 8_000
const linesShare = 0.25

/** The fuller a view is after a fold, the sooner comes the next, and each is a request that no cache knows. */
const filledShare = 0.7

/** Tokens of a view that stay whatever is written, and of the runs that become digests. */
type FoldedTokens = {
  readonly staying: number
  /** What lines beyond the facts may take; as much as they do anywhere when left out. */
  readonly maxLines?: number
  readonly digested: number
  readonly length?: TextLength
  /** What the view must get under: the limit where a request would not fit otherwise. */
  readonly getsUnder?: 'threshold' | 'limit'
}

/**
 * What stays may be so large, a long result that just came, that the goal leaves nothing. It is cut when the next one comes,
 * but what the text in force has left out by then is gone from the view: so a text gets a little more than the goal.
 */
const leastOfThreshold = 0.075
const maxShareOfThreshold = 0.95
const maxShareOfLimit = 0.98

/** What a digest may take of the run it stands for, however much stays beside it. */
export const digestShare = 0.3

const ledgerShare = 0.15

/** What a summariser's prose gets where there is little room: the originals' lines hold more of what is used later. */
export const proseShare = 0.4

/** What a text gets of a size that cannot be reached, because what stays passes it already. */
const leastShare = 0.5

/** Even in a window that is too small for anything, a fold says a little. */
const minText = 200

/** The budget of a text that no model writes: all of it is for words of the originals. */
export const withoutProse = (budget: FoldBudget): FoldBudget => withMoreLedger(budget, budget.prose)

/** The budget of a text whose prose leaves some of its room to words of the originals. */
export const withMoreLedger = ({ prose, ledger, minLedger, maxLedger }: FoldBudget, tokens: number): FoldBudget => ({
  prose: prose - tokens,
  ledger: ledger + tokens,
  minLedger: minLedger === 0 ? 0 : minLedger + tokens,
  maxLedger: maxLedger + tokens,
})

/** The part of a budget for one of several folds. */
export const partOf = ({ prose, ledger, minLedger, maxLedger }: FoldBudget, share: number): FoldBudget => ({
  prose: Math.floor(prose * share),
  ledger: Math.floor(ledger * share),
  minLedger: Math.floor(minLedger * share),
  maxLedger: Math.floor(maxLedger * share),
})
