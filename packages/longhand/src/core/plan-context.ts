import type { Branch } from './branch.ts'
import type { Exchange } from './exchange.ts'
import type { Fold } from './fold.ts'

/** What the planners work from: the exchanges that the view still shows whole, oldest first. */
export type PlanContext = {
  readonly branch: Branch
  readonly exchanges: readonly Exchange[]
  /** Index of the first exchange that stays because it is recent. */
  readonly recent: number
  /** Messages that stay word for word, by depth. */
  readonly shielded: ReadonlySet<number>
  /** Depth of the last message of the opening; spans start after it. */
  readonly opening: number
  readonly folds: readonly Fold[]
}
