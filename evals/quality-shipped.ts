import { type Message, outputText, textOf } from '../packages/longhand/src/core/message.ts'
import type { View } from '../packages/longhand/src/core/view.ts'
import { type RunTask, taskRunner } from '../packages/longhand/src/engine/long-work/run-task.ts'
import type { Weights } from '../packages/longhand/src/facts/choosing/worth.ts'
import { compactToTarget } from '../packages/longhand/src/history/compact-to-target.ts'
import { meter } from '../packages/longhand/src/tokens/meter.ts'
import { masking } from './baselines/masking.ts'
import { tfIdf } from './baselines/tf-idf.ts'
import type { Recording } from './corpus.ts'
import { type Compacted, compactedTokens } from './metric/compacted.ts'
import { cutsOf, type History } from './metric/cut.ts'
import { reader } from './metric/reader.ts'
import { type EvalSetup, type Row, scorerFor } from './quality-judge.ts'
import { longhandMessages } from './quality-longhand.ts'

export const shippedName = '**Longhand as it ships**'

/** Whether these letters of a name mean it. */
export const isShipped = (letters: string): boolean => shippedName.toLowerCase().includes(letters.toLowerCase())

/**
 * The whole view that `longhand compact --target` leaves, by the pipeline behind every door, scored at each cut beside
 * others that get exactly the size that it then has.
 */
export async function shippedRows(
  recording: Recording,
  { budgets, ignored, weights }: Pick<EvalSetup, 'budgets' | 'ignored' | 'weights'>,
): Promise<readonly Row[]> {
  const read = reader(ignored)
  const rows: Row[] = []
  for (const cut of cutsOf(recording)) {
    const judge = scorerFor(cut, read)
    for (const percent of budgets) {
      const label = (method: string) => ({ table: 'ships', group: `${percent}%`, method }) as const
      const started = performance.now()
      const view = await compactAsShipped(cut.history, (cut.history.total * percent) / 100, weights)
      const ms = performance.now() - started
      const size = compactedTokens(cut.history, view)
      for (const { name, compact } of [masking, tfIdf]) rows.push(judge(label(name), () => compact(cut.history, size)))
      rows.push({ ...judge(label(shippedName), () => view), ms })
    }
  }
  return rows
}

/** What is left of a history that must get down to a budget. Nothing is left out to get there: the size is measured too. */
export async function compactAsShipped(
  { messages, total }: History,
  budget: number,
  weights: Weights,
): Promise<Compacted> {
  const said = longhandMessages(messages).map(({ message }) => message)
  const target = Math.min(total, Math.ceil(budget))
  const { view } = await compactToTarget(said, { window: total, target, runTask: withWeights(weights) })
  return compactedFrom(view, depth => depth - 1)
}

/** Extracts are made with these weights instead of those that ship, which have seen the recordings. */
const withWeights =
  (weights: Weights): RunTask =>
  (name, input) =>
    taskRunner({ meter })(name, (name === 'extract' ? { ...(input as object), weights } : input) as typeof input)

/** A view as the metric reads it; `indexOf` gives the index of the message at a depth. */
export function compactedFrom(view: View, indexOf: (depth: number) => number): Compacted {
  const isWhole = ({ kind }: View[number]) => kind === 'verbatim'
  return {
    kept: view.filter(isWhole).map(({ span }) => indexOf(span.from)),
    texts: view.filter(one => !isWhole(one)).map(({ message }) => wordsOf(message)),
  }
}

const wordsOf = (message: Message): string =>
  [textOf(message), ...message.parts.flatMap(part => (part.type === 'tool-result' ? [outputText(part)] : []))].join(
    '\n',
  )
