import { LonghandError } from '../../core/errors.ts'
import type { Scope } from '../engine.ts'
import type { Restored } from '../ports/store-checkpoints.ts'
import { emitCheckpoint } from './emit-checkpoint.ts'

export type RestoreResult =
  | ({ readonly type: 'restored' } & Restored)
  /** K6 the model in use holds less than the one the checkpoint was saved with. */
  | { readonly type: 'needs-confirmation'; readonly model: string; readonly window: number; readonly used: number }

/** K4 returns to exactly the state of a checkpoint; what came after stays as a branch. */
export async function restore(scope: Scope, id: string, confirmed: 'confirmed' | 'ask'): Promise<RestoreResult> {
  const { engine, store, conversation } = scope
  const [now, all] = await Promise.all([store.conversations.get(conversation), store.checkpoints.list(conversation)])
  const checkpoint = all.find(one => one.id === id)
  if (checkpoint === undefined) {
    throw new LonghandError(
      'not-found',
      `There is no checkpoint ${id} here. It may have expired; the messages are still there.`,
    )
  }
  const { name: model, room } = engine.models.find(now.model ?? engine.models.defaultModel)
  const smaller =
    room.window !== null &&
    checkpoint.model !== null &&
    checkpoint.model !== model &&
    checkpoint.used > room.window - room.reserve
  if (smaller && confirmed === 'ask')
    return { type: 'needs-confirmation', model, window: room.window!, used: checkpoint.used }
  const restored = await store.checkpoints.restore(conversation, id)
  emitCheckpoint(scope, 'before-restore')
  return { type: 'restored', ...restored }
}
