import { LonghandError } from 'longhand'
import { noCheckpointCalled, statusLines } from 'longhand/internal/client'
import { openNamedPage } from '../pages/open-page.ts'
import type { Chat } from './chat.ts'

/** The result of a restore: done, or a sentence to confirm first because the model is another now. */
export type RestoreResult = { readonly type: 'done' } | { readonly type: 'confirm'; readonly sentence: string }

/** K4 goes back to a checkpoint; what came after stays as a branch. */
export async function restoreCheckpoint(
  chat: Chat,
  checkpoint: { readonly id: string; readonly label: string },
  confirm: 'ask' | 'confirmed',
): Promise<RestoreResult> {
  const { sync, deps } = chat
  try {
    await deps.api.restore(deps.id, checkpoint.id, confirm === 'confirmed')
  } catch (error) {
    if (!(error instanceof LonghandError)) throw error
    if (error.code === 'conflict' && confirm === 'ask') return { type: 'confirm', sentence: error.message }
    sync.showStatus(statusLines.failed(error.message))
    return { type: 'done' }
  }
  await sync.run(
    async () => {},
    () => statusLines.restored(checkpoint.label),
  )
  return { type: 'done' }
}

/** `/restore ID`: a checkpoint that needs confirmation is opened in the timeline. */
export async function runRestore(chat: Chat, id: string): Promise<void> {
  const { api, id: conversation } = chat.deps
  const known = await chat.sync.run(() => api.checkpoints(conversation))
  if (known === null) return
  const checkpoint = known.find(one => one.id === id)
  if (checkpoint === undefined) return chat.sync.showStatus(statusLines.commandError(noCheckpointCalled(id)))
  const { type } = await restoreCheckpoint(chat, checkpoint, 'ask')
  if (type === 'confirm') await openNamedPage(chat, 'checkpoints')
}
