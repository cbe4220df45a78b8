import { messagesOf } from '../../core/branch.ts'
import { withoutFileBytes } from '../../core/without-file-bytes.ts'
import { saveCheckpoint } from '../checkpoints/save-checkpoint.ts'
import { prepare } from '../compaction/fit.ts'
import type { Scope } from '../engine.ts'
import { taskRunner } from '../long-work/run-task.ts'
import type { TurnJob } from '../ports/store-turns.ts'
import { warnOfError } from '../report-bug.ts'
import { readSnapshot, type Snapshot } from '../snapshot.ts'
import { requestOf } from './turn-request.ts'

/** What a finished answer leads to: the bar of the start screen, a checkpoint, a summary written ahead of need. */
export async function afterTurn(scope: Scope, turn: TurnJob): Promise<void> {
  const { engine, store, owner, conversation } = scope
  try {
    const snapshot = await readSnapshot(scope)
    engine.onEvent({ type: 'status', owner, conversation, status: snapshot.status })
    await store.conversations.note(conversation, snapshot.status)
    await markLandmark(scope, snapshot, turn)
    await prepare(scope, snapshot)
  } catch (error) {
    warnOfError(scope, error)
  }
}

/** K2 a checkpoint where something was achieved. Only the newest turn is looked at. */
async function markLandmark(scope: Scope, { branch, status, policy }: Snapshot, turn: TurnJob): Promise<void> {
  const { engine, owner, conversation } = scope
  const { prefix } = requestOf(turn)
  const messages = messagesOf(branch).map(withoutFileBytes)
  const at = messages.findIndex(({ id }) => id.startsWith(prefix))
  if (at < 0) return
  const newest = messages.slice(Math.max(0, at - 1)).map(({ message }) => message)
  const earlier = messages.slice(Math.max(0, at - 20), Math.max(0, at - 1)).map(({ message }) => message)
  const found = await taskRunner(engine)('landmark', { newest, earlier, wanted: policy.landmarks })
  if (found === null) return
  const checkpoint = { label: found.label, tags: [found.tag], kind: 'automatic', used: status.used } as const
  const outcome = await saveCheckpoint(scope, checkpoint).then(
    () => 'saved' as const,
    () => 'failed' as const,
  )
  engine.onEvent({ type: 'checkpoint', owner, conversation, kind: found.tag, outcome })
}
