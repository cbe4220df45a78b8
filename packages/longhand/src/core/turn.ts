import type { MessageEntry } from './entry.ts'

/** How many turns a list of messages holds: each user message that is not directly after another starts one. */
export function turnCount(messages: readonly MessageEntry[]): number {
  return turnStarts(messages).length
}

/** Where each turn starts, as indexes into the list. */
export function turnStarts(messages: readonly MessageEntry[]): readonly number[] {
  return messages.flatMap(({ message }, at) =>
    message.role === 'user' && messages[at - 1]?.message.role !== 'user' ? [at] : [],
  )
}
