import type { Message } from '../core/message.ts'
import type { View, ViewMessage } from '../core/view.ts'
import type { KnownMessage } from './known-messages.ts'
import type { MessageFormat } from './message-format.ts'

/** A view as the app's own messages. What stays word for word is handed back as the app gave it. */
export function writeView<Source>(
  view: View,
  known: readonly KnownMessage<Source>[],
  { write }: MessageFormat<Source>,
): readonly Source[] {
  const written: Source[] = []
  let ours: Message[] = []
  const flush = () => {
    if (ours.length > 0) written.push(...write(ours))
    ours = []
  }
  for (let at = 0; at < view.length; ) {
    const { message, span } = view[at]!
    const found = messageAt(known, span.from)
    if (found !== undefined && found.source !== null && isWhole(view, at, found)) {
      flush()
      written.push(found.source)
      at += found.entries.length
    } else {
      ours.push(message)
      at++
    }
  }
  flush()
  return written
}

/** The message that holds the entry at a depth. There are many messages, and few of them are in the view. */
function messageAt<Source>(known: readonly KnownMessage<Source>[], depth: number): KnownMessage<Source> | undefined {
  let [low, high] = [0, known.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (known[middle]!.depth < depth) low = middle + 1
    else high = middle
  }
  return known[low]
}

/** Whether all entries of a message stand in the view from here on, unchanged. */
const isWhole = <Source>(view: View, at: number, { entries }: KnownMessage<Source>): boolean =>
  entries.length > 0 &&
  entries.every(({ depth }, index) => {
    const read: ViewMessage | undefined = view[at + index]
    return read?.kind === 'verbatim' && read.span.from === depth
  })
