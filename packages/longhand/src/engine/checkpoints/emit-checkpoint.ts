import type { Scope } from '../engine.ts'
import { reasonOf } from '../failure.ts'

/** E1 what checkpoints are saved for: a landmark by its tag, a person's wish, or what was about to change the head. */
export const checkpointCauses = ['code', 'decision', 'fix', 'manual', 'before-compaction', 'before-restore'] as const

export type CheckpointCause = (typeof checkpointCauses)[number]

/** Says that a checkpoint was saved, or why it could not be. */
export function emitCheckpoint(scope: Scope, kind: CheckpointCause, reason: string | null = null): void {
  const { engine, owner, conversation } = scope
  const outcome = reason === null ? 'saved' : 'failed'
  engine.onEvent({ type: 'checkpoint', owner, conversation, kind, outcome, reason })
}

/** Runs what saves a checkpoint, and says how that went. */
export async function withCheckpoint<Result>(
  scope: Scope,
  kind: CheckpointCause,
  save: () => Promise<Result>,
): Promise<Result> {
  try {
    const result = await save()
    emitCheckpoint(scope, kind)
    return result
  } catch (error) {
    emitCheckpoint(scope, kind, reasonOf(error))
    throw error
  }
}
