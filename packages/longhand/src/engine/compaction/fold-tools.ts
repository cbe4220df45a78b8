import type { RunTask } from '../long-work/run-task.ts'
import type { Clock } from '../ports/clock.ts'
import type { Meter } from '../ports/meter.ts'
import type { Summariser } from '../ports/summariser.ts'

/** What writing needs from the world. */
export type FoldTools = {
  /** Null when only the originals' own words are left. */
  readonly summariser: Summariser | null
  readonly meter: Pick<Meter, 'count' | 'countText'>
  readonly clock: Pick<Clock, 'sleep'>
  /** Where long work on texts is done; here when left out. It must count as the meter does. */
  readonly runTask?: RunTask
  /** A nonce, so that no message can imitate the mark. */
  readonly newFence: () => string
  /** From 0 to 1; spreads the attempts of many who failed together. */
  readonly random: () => number
  readonly signal: AbortSignal
}
