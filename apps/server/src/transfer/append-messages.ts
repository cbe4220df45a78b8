import type { Message } from 'longhand'
import { countMessage, type NewEntry, type Scope } from 'longhand/internal/engine'

/** Messages per commit: enough to be fast, few enough not to block others. */
const batch = 500

/** Appends existing messages to a conversation, in their order. */
export async function appendMessages(
  { store, engine, conversation }: Scope,
  messages: readonly Message[],
): Promise<void> {
  for (let from = 0; from < messages.length; from += batch) {
    const entries: NewEntry[] = []
    for (const message of messages.slice(from, from + batch)) {
      entries.push({ id: engine.newId(), type: 'message', message, count: await countMessage(engine, message) })
    }
    await store.entries.append(conversation, entries)
  }
}
