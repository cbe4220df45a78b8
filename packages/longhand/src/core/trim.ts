import type { MessageEntry } from './entry.ts'
import { markBinary } from './mark-binary.ts'
import { type Message, outputText, type Part } from './message.ts'

/**
 * A message with each tool output, and each text of a user, longer than `limit` characters cut in its middle, where the
 * cut is marked. Pictures and other bytes in it are left out altogether.
 */
export function trim({ message, number }: Pick<MessageEntry, 'message' | 'number'>, limit: number): Message {
  const cut = (part: Part): Part => {
    if (part.type === 'tool-result') return withText(part, outputText(part), output => ({ ...part, output }))
    // Providers may have signed what the model said.
    if (part.type === 'text' && message.role === 'user') return withText(part, part.text, text => ({ ...part, text }))
    return part
  }
  const withText = (part: Part, text: string, changed: (text: string) => Part): Part =>
    text.length <= limit ? part : changed(cutText(text, number, limit))
  return { ...message, parts: message.parts.map(cut) }
}

function cutText(whole: string, number: number, limit: number): string {
  const text = markBinary(
    whole,
    length => `[… ${length} characters of binary data trimmed; stored in full as ¶ ${number} …]`,
  )
  if (text.length <= limit) return text
  const head = wellFormed(text.slice(0, Math.ceil(limit * 0.6)))
  const tail = wellFormed(text.slice(text.length - Math.floor(limit * 0.4)))
  const left = text.length - head.length - tail.length
  return `${head}\n[… ${left} characters trimmed; stored in full as ¶ ${number} …]\n${tail}`
}

/** Cutting between the halves of a surrogate pair leaves half a character, which no provider and no database accepts. */
const wellFormed = (text: string): string => text.replace(/^[\uDC00-\uDFFF]|[\uD800-\uDBFF]$/g, '')
