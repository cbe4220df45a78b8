import type { Message } from 'longhand'
import type { Json } from 'longhand/internal/core'
import type { Conversation, Scope } from 'longhand/internal/engine'
import { fittingMemories, memoryMessage } from './memory-message.ts'

/** What a project's officer reads before a message, and the settings that remember that it has. */
export type Briefing = { readonly message: Message; readonly settings: Json }

/**
 * D2 the memories of a project that its officer has not read yet, the oldest first. What does not fit comes with the
 * next message. Null for all other conversations, and when there is nothing new.
 */
export async function briefing({ store }: Scope, officer: Conversation): Promise<Briefing | null> {
  if (officer.kind !== 'officer' || officer.project === null) return null
  const settings = (officer.settings ?? {}) as { readonly briefed?: number }
  const newest = await store.memories.list({ project: officer.project, limit: maxMemories })
  const unread = newest.filter(({ conversation, at }) => conversation !== officer.id && at > (settings.briefed ?? 0))
  const chosen = fittingMemories(unread.toReversed())
  if (chosen.length === 0) return null
  return { message: memoryMessage(chosen), settings: { ...settings, briefed: chosen.at(-1)!.at } }
}

/** How far back an officer looks at most. */
const maxMemories = 100
