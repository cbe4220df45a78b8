import type { Compacted } from '../metric/compacted.ts'
import type { History } from '../metric/cut.ts'

/** A way to compact that needs no model, rebuilt from its documented rule and filled up to the budget. */
export type Baseline = {
  readonly name: string
  /** The rule in a sentence, and where it is written. */
  readonly rule: string
  readonly compact: (history: History, budget: number) => Compacted
}
