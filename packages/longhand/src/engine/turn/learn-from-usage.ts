import type { Json } from '../../core/json.ts'
import type { Scope } from '../engine.ts'
import type { Usage } from '../ports/chat-model.ts'
import type { Reading } from '../ports/meter.ts'
import { emitWarning, warnOfError } from '../report-bug.ts'
import type { Snapshot } from '../snapshot.ts'
import type { Step } from './step.ts'

/** Learns from what the provider reported, and warns when it seems to have read less than it was sent. */
export async function learnFromUsage(scope: Scope, { reading }: Snapshot, usage: Usage): Promise<void> {
  const learnt = learn(scope, reading, usage)
  await scope.store.calibrations.put(reading.model, learnt).catch(error => warnOfError(scope, error))
}

/** What is known of the model after a step. */
export function learntFrom(scope: Scope, { said, snapshot: { reading } }: Step): Json | null {
  const usage = said.type === 'said' ? said.usage : null
  return usage === null ? reading.learnt : learn(scope, reading, usage)
}

function learn(scope: Scope, reading: Reading, usage: Usage): Json {
  const { learnt, cut } = scope.engine.meter.learn(reading, usage)
  if (cut)
    emitWarning(
      scope,
      'silent-cut',
      'Fewer tokens were read than sent. The provider seems to cut long requests silently. Set a smaller window for this model.',
    )
  return learnt
}
