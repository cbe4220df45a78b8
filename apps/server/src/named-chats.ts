import type { Conversation, Notice } from 'longhand/internal/engine'

/**
 * Chats that have a title, as they were read last. A message to one needs nothing newer of it: its turn does not start
 * where the chat is gone.
 */
export type NamedChats = {
  get(owner: string, id: string): Conversation | null
  note(owner: string, conversation: Conversation): void
  /** Forgets what someone has changed in any other way than by talking. */
  hear(notice: Notice): void
}

const maxHeld = 1_000

export function createNamedChats(): NamedChats {
  const held = new Map<string, { readonly owner: string; readonly conversation: Conversation }>()
  return {
    get(owner, id) {
      const found = held.get(id)
      return found?.owner === owner ? found.conversation : null
    },
    note(owner, conversation) {
      const { id, kind, title } = conversation
      held.delete(id)
      if (kind === 'chat' && title !== null) held.set(id, { owner, conversation })
      if (held.size > maxHeld) held.delete(held.keys().next().value!)
    },
    hear(notice) {
      if (notice.type === 'missed') held.clear()
      else if (notice.topic !== 'entries' && notice.topic !== 'turn') held.delete(notice.conversation)
    },
  }
}
