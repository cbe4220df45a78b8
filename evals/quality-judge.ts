import type { Weights } from '../packages/longhand/src/facts/choosing/worth.ts'
import type { Baseline } from './baselines/baseline.ts'
import { type Compacted, compactedTokens } from './metric/compacted.ts'
import type { Cut } from './metric/cut.ts'
import { questionsAt } from './metric/questions.ts'
import type { Reader } from './metric/reader.ts'
import { type Score, score } from './metric/score.ts'

/** One compaction of one history by one method, scored. */
export type Row = {
  readonly table: 'ships' | 'cuts' | 'recorded'
  /** Rows of one group are held against each other: they had the same budget. */
  readonly group: string
  readonly method: string
  readonly score: Score
  /** Tokens afterwards, as a share of the history. */
  readonly used: number
  readonly ms: number
  readonly characters: number
}

/** What is examined: which methods at which budgets, and the names that count for nothing. */
export type EvalSetup = {
  readonly budgets: readonly number[]
  readonly ignored: ReadonlySet<string>
  readonly methods: readonly Baseline[]
  /** Learnt from other recordings than the one that is examined. */
  readonly weights: Weights
}

export type Label = Pick<Row, 'table' | 'group' | 'method'>

/** Times and scores compactions of one cut. */
export function scorerFor(cut: Cut, read: Reader): (label: Label, compact: () => Compacted) => Row {
  const questions = questionsAt(cut, read)
  const characters = cut.history.messages.reduce((sum, { content }) => sum + content.length, 0)
  return (label, compact) => {
    const started = performance.now()
    const compacted = compact()
    const ms = performance.now() - started
    const used = compactedTokens(cut.history, compacted) / cut.history.total
    return { ...label, score: score(questions, cut.history, compacted, read), used, ms, characters }
  }
}
