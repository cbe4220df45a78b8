import type { MessageEntry } from '../../core/entry.ts'
import type { PlannedFold } from '../../core/fold.ts'
import type { FoldBudget } from '../../core/fold-budget.ts'
import type { Message } from '../../core/message.ts'

/** A blank that is to be written, and all that its text may be made of. */
export type FoldJob = {
  readonly blank: PlannedFold
  /** The originals of the span, oldest first. */
  readonly span: readonly MessageEntry[]
  /** What else the view shows: it need not be said twice. */
  readonly alsoShown: readonly MessageEntry[]
  /** The text in force for the first part of the span, and the depth it reaches to; null when there is none. */
  readonly previous: { readonly text: string; readonly to: number } | null
  /** Whether the summariser reads all originals again, or the text in force and what came after it. */
  readonly source: 'originals' | 'last-summary'
  readonly instructions: string | null
  /** The view as the chat's model reads it, when its cache is warm and that is cheaper; null otherwise. */
  readonly warmView: readonly Message[] | null
  readonly budget: FoldBudget
  /** The share of the facts that the text must keep. */
  readonly minRetention: number
  readonly tag: string
  /**
   * What to do without a good draft: leave everything as it is, or take the originals' own words, with a visible mark
   * when the room is too small for them.
   */
  readonly onFailure: 'reject' | 'truncate'
}
