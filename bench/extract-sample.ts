import type { NumberedMessage } from '../packages/longhand/src/facts/reading/quote.ts'
import { longConversation } from '../packages/longhand/src/testing/samples/long-conversation.sample.ts'

let made = 0

/** A conversation of which no line was read before in this process: lines that were are not read again. */
export function unreadConversation(tokens: number): readonly NumberedMessage[] {
  made++
  const text = JSON.stringify(longConversation(tokens))
  return JSON.parse(text.replaceAll('module', `part${made}x`).replaceAll('request', `request${made}x`))
}
