import { startCompaction } from '../compaction/compactor.ts'
import { fits, refreshSnapshot, refuse, waitForCompaction } from '../compaction/fit.ts'
import { trimOutputs } from '../compaction/trim-outputs.ts'
import { failpoint } from '../failpoint.ts'
import type { Snapshot } from '../snapshot.ts'
import type { Turn } from './answer.ts'
import { runStep, type StepEnd } from './step.ts'
import type { TurnSaver } from './turn-saver.ts'

/** Asks the model; when the provider says that it is too much: one compaction and one retry, then one trim and one retry. */
export async function generateInWindow(turn: Turn, snapshot: Snapshot, saver: TurnSaver): Promise<Answered> {
  const { scope } = turn
  const generate = async (now: Snapshot) => ({ said: await runStep(turn, now, saver), snapshot: now })
  const first = await generate(snapshot)
  if (!overflowed(first.said)) return first
  await storeLimit(turn, snapshot, first.said)
  const started = await startCompaction(scope, await refreshSnapshot(turn), { by: 'limit', trigger: 'overflow' })
  await waitForCompaction(started, turn.stop.signal)
  if (turn.stop.signal.aborted) return first
  const compacted = await refreshSnapshot(turn)
  const second = started.type === 'running' && fits(compacted) ? await generate(compacted) : first
  if (!overflowed(second.said)) return second
  // C17 with automatic compaction off nothing is changed behind the person's back.
  const trimmed = compacted.policy.automatic === 'on' && (await trimOutputs(scope, compacted, 'all'))
  if (!trimmed) return refuse(compacted)
  const third = await generate(await refreshSnapshot(turn))
  return overflowed(third.said) ? refuse(await refreshSnapshot(turn)) : third
}

/** What the model said, and the snapshot whose view it read. */
type Answered = { readonly said: StepEnd; readonly snapshot: Snapshot }

const overflowed = (end: StepEnd): end is StepEnd & { type: 'failed' } =>
  end.type === 'failed' && end.failure.type === 'overflow'

/** T5 a provider that says "N > M" has told us its real window. */
async function storeLimit({ scope }: Turn, { reading }: Snapshot, end: StepEnd & { type: 'failed' }): Promise<void> {
  if (end.failure.type !== 'overflow' || end.failure.limit === null) return
  const learnt = scope.engine.meter.limit(reading.learnt, end.failure.limit)
  await failpoint('turn.limit')
  await scope.store.calibrations.put(reading.model, learnt)
}
