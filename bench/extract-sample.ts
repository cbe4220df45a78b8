import type { NumberedMessage } from '../packages/longhand/src/facts/reading/quote.ts'
import { longConversation } from '../packages/longhand/src/testing/samples/long-conversation.sample.ts'
import { countMessage } from '../packages/longhand/src/tokens/count-message.ts'

let made = 0

/**
 * A conversation of so many tokens as they are counted, of which no line was read before in this process: lines that were
 * are not read again.
 */
export function unreadConversation(tokens: number): readonly NumberedMessage[] {
  made++
  const text = JSON.stringify(longConversation(tokens))
  const long: readonly NumberedMessage[] = JSON.parse(
    text.replaceAll('module', `part${made}x`).replaceAll('request', `request${made}x`),
  )
  let left = tokens
  const end = long.findIndex(({ message }) => {
    left -= countMessage(message)
    return left < 0
  })
  // Whole turns: what ends with an open call is not compacted.
  return end < 0
    ? long
    : long.slice(
        0,
        long.slice(0, end + 1).findLastIndex(({ message }) => message.role === 'user'),
      )
}
