import { trimLimits } from '../../core/trims.ts'
import type { Snapshot } from '../snapshot.ts'
import { startCompaction } from './compactor.ts'
import { type FitTask, fits, refreshSnapshot, refuse, waitForCompaction } from './fit.ts'
import { trimOutputs } from './trim-outputs.ts'

/**
 * What to send after a provider has refused a request as too long: first with a compaction, then without any long tool
 * output. After that it is said that it does not fit. Ends early when nobody waits any more.
 */
export async function* smallerViews(
  task: FitTask,
  snapshot: Snapshot,
  limit: number | null,
): AsyncGenerator<Snapshot, void> {
  const { scope, signal } = task
  if (limit !== null) await storeLimit(task, snapshot, limit)
  const started = await startCompaction(scope, await refreshSnapshot(task), { by: 'limit', trigger: 'overflow' })
  await waitForCompaction(started, signal)
  if (signal.aborted) return
  const compacted = await refreshSnapshot(task)
  if (started.type === 'running' && fits(compacted)) yield compacted
  // C17 with automatic compaction off nothing is changed behind the person's back.
  const mayTrim = compacted.policy.automatic === 'on'
  if (mayTrim && (await trimOutputs(scope, compacted, { which: 'all', maxOutputLength: trimLimits[0] })))
    yield await refreshSnapshot(task)
  refuse(await refreshSnapshot(task))
}

/** T5 a provider that says "N > M" has told us its real window. */
async function storeLimit({ scope }: FitTask, { reading }: Snapshot, limit: number): Promise<void> {
  await scope.store.calibrations.put(reading.model, scope.engine.meter.limit(reading.learnt, limit))
}
