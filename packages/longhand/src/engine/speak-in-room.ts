import type { Turn } from './answer.ts'
import { beginCompaction } from './compactor.ts'
import { failpoint } from './failpoint.ts'
import type { Keeper } from './keeper.ts'
import type { Moment } from './look.ts'
import { again, ended, fits, refuse } from './make-room.ts'
import { type StepEnd, takeStep } from './step.ts'
import { trimOutputs } from './trim-outputs.ts'

/** Asks the model; when the provider says that it is too much: one compaction and one retry, then one trim and one retry. */
export async function speakInRoom(turn: Turn, moment: Moment, keeper: Keeper): Promise<StepEnd> {
  const { scope } = turn
  const speak = (now: Moment) => takeStep(turn, now, keeper)
  const first = await speak(moment)
  if (!overflowed(first)) return first
  await rememberLimit(turn, moment, first)
  const begun = await beginCompaction(scope, await again(turn), { by: 'limit', trigger: 'overflow' })
  await ended(begun, turn.stop.signal)
  const compacted = await again(turn)
  const second = begun.type === 'running' && fits(compacted) ? await speak(compacted) : first
  if (!overflowed(second)) return second
  const trimmed = await trimOutputs(scope, compacted, 'all')
  if (!trimmed) return refuse(compacted)
  const third = await speak(await again(turn))
  return overflowed(third) ? refuse(await again(turn)) : third
}

const overflowed = (end: StepEnd): end is StepEnd & { type: 'failed' } =>
  end.type === 'failed' && end.trouble.type === 'overflow'

/** T5 a provider that says "N > M" has told us its real window. */
async function rememberLimit({ scope }: Turn, { reading }: Moment, end: StepEnd & { type: 'failed' }): Promise<void> {
  if (end.trouble.type !== 'overflow' || end.trouble.limit === null) return
  const learnt = scope.engine.meter.limit(reading.learnt, end.trouble.limit)
  await failpoint('turn.limit')
  await scope.store.calibrations.put(reading.model, learnt)
}
