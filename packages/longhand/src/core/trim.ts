import type { MessageEntry } from './entry.ts'
import { type Message, outputText, type Part, type ToolResultPart } from './message.ts'

/** A message with each tool output longer than `limit` characters cut in its middle, where the cut is marked. */
export function trim({ message, number }: Pick<MessageEntry, 'message' | 'number'>, limit: number): Message {
  const cut = (part: Part): Part => (part.type === 'tool-result' ? trimResult(part, number, limit) : part)
  return { ...message, parts: message.parts.map(cut) }
}

function trimResult(part: ToolResultPart, number: number, limit: number): ToolResultPart {
  const text = outputText(part)
  if (text.length <= limit) return part
  const head = wellFormed(text.slice(0, Math.ceil(limit * 0.6)))
  const tail = wellFormed(text.slice(text.length - Math.floor(limit * 0.4)))
  const left = text.length - head.length - tail.length
  return { ...part, output: `${head}\n[… ${left} characters trimmed; stored in full as ¶ ${number} …]\n${tail}` }
}

/** Cutting between the halves of a surrogate pair leaves half a character, which no provider and no database accepts. */
const wellFormed = (text: string): string => text.replace(/^[\uDC00-\uDFFF]|[\uD800-\uDBFF]$/g, '')
