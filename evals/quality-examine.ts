import type { Recording } from './corpus.ts'
import { cutsOf } from './metric/cut.ts'
import { reader } from './metric/reader.ts'
import { type EvalSetup, type Row, scorerFor } from './quality-judge.ts'
import { recordedRows } from './quality-recorded.ts'

/** Compacts a recording at each of its cuts with every method, and scores what is left. */
export function examine(recording: Recording, { budgets, ignored, methods, weights }: EvalSetup): readonly Row[] {
  const read = reader(ignored)
  const atCuts = cutsOf(recording).flatMap(cut => {
    const judge = scorerFor(cut, read)
    return budgets.flatMap(percent =>
      methods.map(({ name, compact }) =>
        judge({ table: 'cuts', group: `${percent}%`, method: name }, () =>
          compact(cut.history, (cut.history.total * percent) / 100),
        ),
      ),
    )
  })
  return [...atCuts, ...recordedRows(recording, { read, methods, weights })]
}
