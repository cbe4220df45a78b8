import type { Scope } from '../engine.ts'
import type { Usage } from '../ports/chat-model.ts'
import { emitWarning, warnOfError } from '../report-bug.ts'
import type { Snapshot } from '../snapshot.ts'

/** Learns from what the provider reported, and warns when it seems to have read less than it was sent. */
export async function learnFromUsage(scope: Scope, { reading }: Snapshot, usage: Usage): Promise<void> {
  const { learnt, cut } = scope.engine.meter.learn(reading, usage)
  await scope.store.calibrations.put(reading.model, learnt).catch(error => warnOfError(scope, error))
  if (cut) emitWarning(scope, 'silent-cut', 'Fewer tokens were read than sent. The provider seems to cut silently.')
}
