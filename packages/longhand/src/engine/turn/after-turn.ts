import type { LandmarkWatch } from '../checkpoints/landmark-watch.ts'
import { prepare } from '../compaction/fit.ts'
import type { Scope } from '../engine.ts'
import type { TurnEnd } from '../ports/store-turns.ts'
import { warnOfError } from '../report-bug.ts'
import { readSnapshot } from '../snapshot.ts'

/** What the end of an answer leads to: its last checkpoints, the bar of the start screen, a summary written ahead of need. */
export async function afterTurn(scope: Scope, landmarks: LandmarkWatch, end: TurnEnd): Promise<void> {
  const { engine, store, owner, conversation } = scope
  try {
    const snapshot = await readSnapshot(scope)
    await landmarks.mark(snapshot)
    if (end === 'done') {
      engine.onEvent({ type: 'status', owner, conversation, status: snapshot.status })
      await store.conversations.note(conversation, snapshot.status)
      await prepare(scope, snapshot)
    }
  } catch (error) {
    warnOfError(scope, error)
  }
  await landmarks.settled()
}
