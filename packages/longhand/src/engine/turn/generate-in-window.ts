import { smallerViews } from '../compaction/overflow.ts'
import type { Snapshot } from '../snapshot.ts'
import { runStep, type StepEnd } from './step.ts'
import { fitTask, type Turn } from './turn.ts'
import type { TurnSaver } from './turn-saver.ts'

/** Asks the model; when the provider says that it is too much, again with ever less. */
export async function generateInWindow(turn: Turn, snapshot: Snapshot, saver: TurnSaver): Promise<Answered> {
  let answered: Answered = { said: await runStep(turn, snapshot, saver), snapshot }
  if (!overflowed(answered.said)) return answered
  for await (const smaller of smallerViews(fitTask(turn), snapshot, limitIn(answered.said))) {
    answered = { said: await runStep(turn, smaller, saver), snapshot: smaller }
    if (!overflowed(answered.said)) break
  }
  return answered
}

/** What the model said, and the snapshot whose view it read. */
type Answered = { readonly said: StepEnd; readonly snapshot: Snapshot }

const overflowed = (end: StepEnd): end is StepEnd & { type: 'failed' } =>
  end.type === 'failed' && end.failure.type === 'overflow'

const limitIn = ({ failure }: StepEnd & { type: 'failed' }): number | null =>
  failure.type === 'overflow' ? failure.limit : null
