import type { Message } from '../core/message.ts'
import type { View, ViewMessage } from '../core/view.ts'
import type { HeldMessage, KnownMessages } from './known-messages.ts'
import type { MessageFormat } from './message-format.ts'

/** A view as the app's own messages. What stays word for word is handed back as the app gave it. */
export function writeView<Source>(
  view: View,
  { sources, held }: KnownMessages<Source>,
  { write }: MessageFormat<Source>,
): readonly Source[] {
  const written: Source[] = []
  let ours: Message[] = []
  let next = 0
  const flush = () => {
    if (ours.length > 0) written.push(...write(ours))
    ours = []
  }
  for (let at = 0; at < view.length; ) {
    const { message, span } = view[at]!
    // Mostly the one after the last.
    const found = held[next]?.depth === span.from ? next : indexAt(held, span.from)
    const source = sources[found] ?? null
    if (source !== null && isWhole(view, at, held[found]!)) {
      flush()
      written.push(source)
      at += held[found]!.entries.length
      next = found + 1
    } else {
      ours.push(message)
      at++
    }
  }
  flush()
  return written
}

/** The message that holds the entry at a depth. There are many messages, and few of them are in the view. */
function indexAt(held: readonly HeldMessage[], depth: number): number {
  let [low, high] = [0, held.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (held[middle]!.depth < depth) low = middle + 1
    else high = middle
  }
  return low
}

/** Whether all entries of a message stand in the view from here on, unchanged. */
const isWhole = (view: View, at: number, { entries }: HeldMessage): boolean =>
  entries.length > 0 &&
  entries.every(({ depth }, index) => {
    const read: ViewMessage | undefined = view[at + index]
    return read?.kind === 'verbatim' && read.span.from === depth
  })
