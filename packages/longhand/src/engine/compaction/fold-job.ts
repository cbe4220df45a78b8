import type { WarningCode } from '../../core/compaction-warning.ts'
import type { MessageEntry } from '../../core/entry.ts'
import type { PlannedFold } from '../../core/fold.ts'
import type { FoldBudget, TextLength } from '../../core/fold-budget.ts'
import type { Message } from '../../core/message.ts'
import type { RunTask } from '../long-work/run-task.ts'
import type { Clock } from '../ports/clock.ts'
import type { Meter } from '../ports/meter.ts'
import type { Summariser } from '../ports/summariser.ts'
import type { Drafted } from './draft-outcome.ts'
import type { JobPlan } from './job.ts'
import type { SliceKeeper } from './selected-slice.ts'

/** A blank that is to be written, and all that its text may be made of. */
export type FoldJob = {
  readonly blank: PlannedFold
  /** The originals of the span, oldest first. */
  readonly span: readonly MessageEntry[]
  /** What else the view shows: it need not be said twice. */
  readonly alsoShown: readonly MessageEntry[]
  /** The text in force for the first part of the span, and the depth it reaches to; null when there is none. */
  readonly previous: { readonly text: string; readonly to: number } | null
  /** C22 the lines of that text which people have written. */
  readonly personLines: readonly string[]
  /** C20 what a summariser has said before of the first part of the span; null when there is nothing, or it is too old. */
  readonly kept: JobPlan['kept'] | null
  /**
   * Whether the summariser reads all originals again, if they fit, its own last words and the originals after them, or the
   * text in force and what came after it.
   */
  readonly source: 'originals' | 'last-prose' | 'last-summary'
  /** How much of long originals the summariser reads: as much as it can hold, or as much as its text can do with. */
  readonly reading: 'thorough' | 'brief'
  readonly instructions: string | null
  /** The view as the chat's model reads it, when its cache is warm and that is cheaper; null otherwise. */
  readonly warmView: readonly Message[] | null
  readonly budget: FoldBudget
  readonly length: TextLength
  /** The share of the facts that the text must keep. */
  readonly minRetention: number
  readonly tag: string
  /**
   * What to do without a good draft: leave everything as it is, or take the originals' own words, with a visible mark
   * when the room is too small for them.
   */
  readonly onFailure: 'reject' | 'truncate'
}

/** What writing needs from the world. */
export type FoldTools = {
  /** Null when only the originals' own words are left. */
  readonly summariser: Summariser | null
  /** What to warn of when there is none; null when nobody is meant to write. */
  readonly missing: WarningCode | null
  readonly meter: Pick<Meter, 'count' | 'countText'>
  readonly clock: Pick<Clock, 'sleep'>
  /** Where long work on texts is done; here when left out. It must count as the meter does. */
  readonly runTask?: RunTask
  /** What is chosen already of a span that is read in slices, and where that is kept; nowhere when left out. */
  readonly slices?: SliceKeeper
  /** A nonce, so that no message can imitate the mark. */
  readonly newFence: () => string
  /** From 0 to 1; spreads the attempts of many who failed together. */
  readonly random: () => number
  readonly signal: AbortSignal
  /** Fires when models are not waited for any more. */
  readonly deadline: AbortSignal
  /** Called before the summariser is asked, and when it need not be waited for any more. */
  readonly onWait?: (now: 'waiting' | 'working') => Promise<void>
  /** Called when its words are there; may throw to end it here. */
  readonly onDraft?: (drafted: Drafted) => Promise<void>
}
