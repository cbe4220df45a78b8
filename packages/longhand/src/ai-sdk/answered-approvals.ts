import type { ModelMessage } from 'ai'

/**
 * The last messages when a person has answered in them whether tools may run. The AI SDK runs those, or says that they were
 * denied, before it asks the model: it must be given the calls as well, which have no results until then.
 */
export function answeredApprovals(messages: readonly ModelMessage[]): readonly ModelMessage[] {
  const last = messages.at(-1)
  if (last?.role !== 'tool' || !last.content.some(({ type }) => type === 'tool-approval-response')) return []
  const asked = messages.findLastIndex(({ role }) => role === 'assistant')
  return messages.slice(Math.max(0, asked))
}
