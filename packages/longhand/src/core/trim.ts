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
  const text = markedNear(
    whole,
    length => `[… ${length} characters of binary data trimmed; stored in full as ¶ ${number} …]`,
    limit,
  )
  if (text.length <= limit) return text
  const head = wellFormed(text.slice(0, Math.ceil(limit * 0.6)))
  const tail = wellFormed(text.slice(text.length - Math.floor(limit * 0.4)))
  const left = text.length - head.length - tail.length
  return `${head}\n[… ${left} characters trimmed; stored in full as ¶ ${number} …]\n${tail}`
}

/** A text without its bytes, where more than is shown of it is left: of a long one only both ends are looked at. */
function markedNear(text: string, mark: (length: number) => string, limit: number): string {
  for (let near = Math.max(4 * limit, 100_000); 2 * near < text.length; near *= 4) {
    const head = markBinary(text.slice(0, near), mark)
    const tail = markBinary(text.slice(-near), mark)
    if (head.length > limit && tail.length > limit) return head + text.slice(near, -near) + tail
  }
  return markBinary(text, mark)
}

/** Cutting between the halves of a surrogate pair leaves half a character, which no provider and no database accepts. */
const wellFormed = (text: string): string => text.replace(/^[\uDC00-\uDFFF]|[\uD800-\uDBFF]$/g, '')
