import { createHash } from 'node:crypto'
import type { Message } from '../core/message.ts'
import { withoutMarks } from './same-message.ts'

/** A UUID that stands for a text: the same text has the same one, in every process. */
export function stableId(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

/**
 * The id of a message in a history. It follows from what the message says and what comes before it, so that several
 * processes that are handed the same messages store them once.
 */
export const messageId = (conversation: string, before: string | null, message: Message): string =>
  stableId(JSON.stringify([conversation, before, withoutMarks(message)], inKeyOrder))

const inKeyOrder = (_: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)))
    : value
