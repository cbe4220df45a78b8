import { type Message, outputText, textOf } from '../packages/longhand/src/core/message.ts'
import type { View } from '../packages/longhand/src/core/view.ts'
import { compactToTarget } from '../packages/longhand/src/history/compact-to-target.ts'
import type { Recording } from './corpus.ts'
import type { Compacted } from './metric/compacted.ts'
import { cutsOf, type History } from './metric/cut.ts'
import { reader } from './metric/reader.ts'
import { type EvalSetup, type Row, scorerFor } from './quality-judge.ts'
import { longhandMessages } from './quality-longhand.ts'

export const shippedName = '**Longhand as it ships**'

/** The whole view that `longhand compact --target` leaves, by the pipeline that everyone gets, scored at each cut. */
export async function shippedRows(
  recording: Recording,
  { budgets, ignored }: Pick<EvalSetup, 'budgets' | 'ignored'>,
): Promise<readonly Row[]> {
  const read = reader(ignored)
  const rows: Row[] = []
  for (const cut of cutsOf(recording)) {
    const judge = scorerFor(cut, read)
    for (const percent of budgets) {
      const compacted = await compactAsShipped(cut.history, (cut.history.total * percent) / 100)
      rows.push(judge({ table: 'cuts', group: `${percent}%`, method: shippedName }, () => compacted))
    }
  }
  return rows
}

/** What is left of a history that must get down to a budget. Nothing is left out to get there: the size is measured too. */
export async function compactAsShipped({ messages, total }: History, budget: number): Promise<Compacted> {
  const said = longhandMessages(messages).map(({ message }) => message)
  const { view } = await compactToTarget(said, { window: total, target: Math.min(total, Math.ceil(budget)) })
  return compactedFrom(view, depth => depth - 1)
}

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
