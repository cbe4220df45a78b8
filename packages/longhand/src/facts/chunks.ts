import type { MessageEntry } from '../core/entry.ts'
import { exchanges } from '../core/exchange.ts'

/** Cuts messages into stretches of at most `room`, between exchanges; one that is larger alone is a stretch of its own. */
export function chunks(
  messages: readonly MessageEntry[],
  maxSize: number,
  size: (messages: readonly MessageEntry[]) => number,
): readonly (readonly MessageEntry[])[] {
  const found: MessageEntry[][] = []
  let left = 0
  for (const { messages: exchange } of exchanges(messages)) {
    const needed = size(exchange)
    if (needed > left || found.length === 0) {
      found.push([])
      left = maxSize
    }
    const chunk = found.at(-1)!
    for (const entry of exchange) chunk.push(entry)
    left -= needed
  }
  return found
}
