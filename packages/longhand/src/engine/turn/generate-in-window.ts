import { beginCompaction } from '../compaction/compactor.ts'
import { again, ended, fits, refuse } from '../compaction/fit.ts'
import { trimOutputs } from '../compaction/trim-outputs.ts'
import { failpoint } from '../failpoint.ts'
import type { Moment } from '../snapshot.ts'
import type { Turn } from './answer.ts'
import { type StepEnd, takeStep } from './step.ts'
import type { Keeper } from './turn-saver.ts'

/** Asks the model; when the provider says that it is too much: one compaction and one retry, then one trim and one retry. */
export async function speakInRoom(turn: Turn, moment: Moment, keeper: Keeper): Promise<Answered> {
  const { scope } = turn
  const speak = async (now: Moment) => ({ said: await takeStep(turn, now, keeper), moment: now })
  const first = await speak(moment)
  if (!overflowed(first.said)) return first
  await rememberLimit(turn, moment, first.said)
  const begun = await beginCompaction(scope, await again(turn), { by: 'limit', trigger: 'overflow' })
  await ended(begun, turn.stop.signal)
  if (turn.stop.signal.aborted) return first
  const compacted = await again(turn)
  const second = begun.type === 'running' && fits(compacted) ? await speak(compacted) : first
  if (!overflowed(second.said)) return second
  // C17 with automatic compaction off nothing is changed behind the person's back.
  const trimmed = compacted.policy.automatic === 'on' && (await trimOutputs(scope, compacted, 'all'))
  if (!trimmed) return refuse(compacted)
  const third = await speak(await again(turn))
  return overflowed(third.said) ? refuse(await again(turn)) : third
}

/** What the model said, and the moment whose view it read. */
type Answered = { readonly said: StepEnd; readonly moment: Moment }

const overflowed = (end: StepEnd): end is StepEnd & { type: 'failed' } =>
  end.type === 'failed' && end.trouble.type === 'overflow'

/** T5 a provider that says "N > M" has told us its real window. */
async function rememberLimit({ scope }: Turn, { reading }: Moment, end: StepEnd & { type: 'failed' }): Promise<void> {
  if (end.trouble.type !== 'overflow' || end.trouble.limit === null) return
  const learnt = scope.engine.meter.limit(reading.learnt, end.trouble.limit)
  await failpoint('turn.limit')
  await scope.store.calibrations.put(reading.model, learnt)
}
