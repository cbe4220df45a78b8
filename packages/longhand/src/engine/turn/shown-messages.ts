import type { Message, Part } from '../../core/message.ts'

/** What was shown of a step that did not end, as messages: what the assistant said and called, then what tools answered. */
export function shownMessages(parts: readonly Part[]): readonly Message[] {
  const said = parts.filter(part => part.type !== 'tool-result')
  const results = parts.filter(part => part.type === 'tool-result')
  if (said.length === 0) return []
  const assistant: Message = { role: 'assistant', parts: said }
  return results.length === 0 ? [assistant] : [assistant, { role: 'tool', parts: results }]
}
