import type { MessageEntry } from '../../core/entry.ts'
import type { Span } from '../../core/span.ts'
import type { Scope } from '../engine.ts'
import type { Place } from '../ports/store-conversations.ts'

/** The originals of a span, as they were said, however often they have been folded since. */
export async function readSpan(
  { store, conversation }: Scope,
  span: Span,
  at: Place,
): Promise<readonly MessageEntry[]> {
  const messages: MessageEntry[] = []
  for await (const { entry } of store.entries.walk(conversation, { span, at })) {
    if (entry.type === 'message') messages.push(entry)
  }
  return messages
}
