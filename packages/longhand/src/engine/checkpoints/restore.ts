import { LonghandError } from '../../core/errors.ts'
import type { Scope } from '../engine.ts'
import { followMemory } from '../memories/follow-memory.ts'
import type { Restored } from '../ports/store-checkpoints.ts'
import { emitCheckpoint } from './emit-checkpoint.ts'

export type RestoreResult =
  | ({ readonly type: 'restored' } & Restored)
  /** K6 the model in use is not the one that the checkpoint was saved with. */
  | ({ readonly type: 'needs-confirmation' } & OtherModel)

export type OtherModel = {
  readonly model: string
  readonly savedWith: string
  /** Null when nobody knows. */
  readonly window: number | null
  readonly used: number
  readonly fits: boolean
}

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
  const { models } = engine
  const { name: model, room } = models.find(now.model ?? models.defaultModel)
  const { used, model: saved } = checkpoint
  const savedWith = models.find(saved ?? models.defaultModel).name
  const { window, reserve } = room
  const fits = window === null || used <= window - reserve
  if (savedWith !== model && confirmed === 'ask')
    return { type: 'needs-confirmation', model, savedWith, window, used, fits }
  const restored = await followMemory(scope, () => store.checkpoints.restore(conversation, id))
  emitCheckpoint(scope, 'before-restore')
  return { type: 'restored', ...restored }
}
