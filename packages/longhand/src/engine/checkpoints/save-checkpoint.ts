import type { Scope } from '../engine.ts'
import type { Checkpoint, NewCheckpoint } from '../ports/store-checkpoints.ts'

const maxTries = 5

/** F5 saving a checkpoint is tried again with growing pauses; whoever calls decides whether to wait for it. */
export async function saveCheckpoint(
  { engine, store, conversation }: Scope,
  checkpoint: NewCheckpoint,
): Promise<Checkpoint> {
  for (let tries = 1; ; tries++) {
    try {
      return await store.checkpoints.create(conversation, checkpoint)
    } catch (error) {
      if (tries === maxTries) throw error
      await engine.clock.sleep(100 * 2 ** tries)
    }
  }
}
