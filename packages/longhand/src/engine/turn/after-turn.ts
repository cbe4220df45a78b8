import type { LandmarkWatch } from '../checkpoints/landmark-watch.ts'
import { prepare } from '../compaction/fit.ts'
import type { Scope } from '../engine.ts'
import type { TurnEnd } from '../ports/store-turns.ts'
import { warnOfError } from '../report-bug.ts'
import { readSnapshot, type Snapshot } from '../snapshot.ts'

/** How a turn ended, and its conversation with all of it; null when that must be read. */
export type TurnOutcome = { readonly end: TurnEnd; readonly last: Snapshot | null }

/** What the end of an answer leads to: its last checkpoints, the bar of the start screen, a summary written ahead of need. */
export async function afterTurn(scope: Scope, landmarks: LandmarkWatch, { end, last }: TurnOutcome): Promise<void> {
  const { engine, store, owner, conversation } = scope
  try {
    const snapshot = last ?? (await readSnapshot(scope))
    engine.heldBranches.hold(snapshot)
    await landmarks.mark(snapshot)
    if (end === 'done') {
      engine.onEvent({ type: 'status', owner, conversation, status: snapshot.status })
      // Otherwise it was noted together with the answer.
      if (last === null) await store.conversations.note(conversation, snapshot.status)
      await prepare(scope, snapshot)
    }
  } catch (error) {
    warnOfError(scope, error)
  }
  await landmarks.settled()
}
