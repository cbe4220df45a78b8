import type { ConversationRow } from 'longhand/client'
import type { Json } from 'longhand/internal/core'
import type { Conversation, Models } from 'longhand/internal/engine'
import { clientNameOf } from './client-name.ts'
import { titleOf } from './title.ts'

/** A conversation as the start screen lists it. */
export function conversationRow(conversation: Conversation, models: Models): ConversationRow {
  const { id, preview, updatedAt, totals, checkpoints, compactions, status, project } = conversation
  const model = conversation.model ?? models.defaultModel
  return {
    id,
    title: titleOf(conversation),
    preview,
    updatedAt: new Date(updatedAt).toISOString(),
    messages: totals.messages,
    checkpoints,
    compactions,
    used: status?.used ?? totals.tokens,
    window: models.find(model).room.window,
    model,
    project,
    client: clientNameOf(conversation),
    pinned: (conversation.settings as { readonly pinned?: Json } | null)?.pinned === true,
  }
}
