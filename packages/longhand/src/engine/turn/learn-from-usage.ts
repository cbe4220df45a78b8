import type { Scope } from '../engine.ts'
import { failureOf } from '../failure.ts'
import type { Usage } from '../ports/chat-model.ts'
import { reportBug } from '../report-bug.ts'
import type { Snapshot } from '../snapshot.ts'

/** Learns from what the provider reported, and warns when it seems to have read less than it was sent. */
export async function learnFromUsage(scope: Scope, { reading }: Snapshot, usage: Usage): Promise<void> {
  const { engine, store, owner, conversation } = scope
  const { learnt, cut } = engine.meter.learn(reading, usage)
  try {
    await store.calibrations.put(reading.model, learnt)
  } catch (error) {
    // The step is stored; what it teaches about the model is a convenience and must not make the answer look failed.
    reportBug(engine, error, { owner, conversation, during: 'turn' })
    const { code, sentence } = failureOf(error)
    engine.onEvent({ type: 'warning', owner, conversation, code, sentence })
  }
  if (!cut) return
  const sentence = 'Fewer tokens were read than sent. The provider seems to cut silently.'
  engine.onEvent({ type: 'warning', owner, conversation, code: 'silent-cut', sentence })
}
