import { type Checkpoint, readSnapshot, type Scope } from 'longhand/internal/engine'

/** K3 saves a checkpoint by hand, where the conversation stands now. */
export async function saveManualCheckpoint(scope: Scope, name: Name): Promise<Checkpoint> {
  const { engine, store, owner, conversation } = scope
  const tell = (outcome: 'saved' | 'failed') =>
    engine.onEvent({ type: 'checkpoint', owner, conversation, kind: 'manual', outcome })
  try {
    const { used } = (await readSnapshot(scope)).status
    const saved = await store.checkpoints.create(conversation, { kind: 'manual', used, ...name })
    tell('saved')
    return saved
  } catch (error) {
    tell('failed')
    throw error
  }
}

type Name = { readonly label: string; readonly tags?: readonly string[] }
