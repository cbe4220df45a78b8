import type { Scope } from '../engine/engine.ts'
import { type KnownEntry, knownEntry } from './known-messages.ts'

/** Creates the conversation, or reads what an earlier process stored of it. */
export async function openStored({ store, conversation }: Scope): Promise<readonly KnownEntry[]> {
  await store.conversations.create({ id: conversation })
  const entries: KnownEntry[] = []
  for await (const stored of store.entries.walk(conversation))
    if (stored.entry.type === 'message') entries.push(knownEntry(stored))
  return entries
}
