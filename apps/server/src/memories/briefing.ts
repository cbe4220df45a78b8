import type { Message } from 'longhand'
import type { Json } from 'longhand/internal/core'
import type { Conversation, Scope } from 'longhand/internal/engine'
import { fitting, record } from './memory-message.ts'

/** What a project's officer reads before a message, and the settings that remember that it has. */
export type Briefing = { readonly message: Message; readonly settings: Json }

/**
 * D2 the memories of a project that its officer has not read yet, the oldest first. What does not fit comes with the
 * next message. Null for all other conversations, and when there is nothing new.
 */
export async function briefing({ store }: Scope, officer: Conversation): Promise<Briefing | null> {
  if (officer.kind !== 'officer' || officer.project === null) return null
  const settings = (officer.settings ?? {}) as { readonly briefed?: number }
  const newest = await store.memories.list({ project: officer.project, limit: mostMemories })
  const unread = newest.filter(({ conversation, at }) => conversation !== officer.id && at > (settings.briefed ?? 0))
  const told = fitting(unread.toReversed())
  if (told.length === 0) return null
  return { message: record(told), settings: { ...settings, briefed: told.at(-1)!.at } }
}

/** How far back an officer looks at most. */
const mostMemories = 100
