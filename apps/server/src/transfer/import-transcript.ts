import { titleFromText } from 'longhand/internal/client'
import { parseLongJson, type Scope } from 'longhand/internal/engine'
import type { CountedMessage, CountedTranscript } from 'longhand/internal/wire'

/** Creates a conversation from a transcript, all of it or nothing. */
export async function importTranscript(scope: Scope, { firstUserText, batches }: CountedTranscript): Promise<void> {
  const { store, engine, conversation } = scope
  await store.conversations.create({ id: conversation, title: titleFromText(firstUserText) ?? 'Imported conversation' })
  try {
    for (const batch of batches) {
      const messages = (await parseLongJson(batch, engine.runTask)) as readonly CountedMessage[]
      const entries = messages.map(one => ({ id: engine.newId(), type: 'message' as const, ...one }))
      await store.entries.append(conversation, entries)
    }
  } catch (error) {
    await store.conversations.purge(conversation).catch(() => {})
    throw error
  }
}
