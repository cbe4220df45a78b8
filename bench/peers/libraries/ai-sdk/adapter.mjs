import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import * as ai from 'ai'
import { aiLoop } from '../../ai-loop.ts'
import { versionsOf } from '../../versions.ts'

export const versions = versionsOf(import.meta.url, ['ai'])
export const variants = ['alone', 'prune', 'slice']

export async function open(session) {
  const model = createOpenAICompatible({ name: 'peers', baseURL: session.url, includeUsage: true })('gpt-peers')
  return aiLoop({ ai, model, session, prepare: prepare[session.variant](session.window) })
}

const prepare = {
  alone: () => messages => messages,
  // docs, pruneMessages: tool calls before the last messages go. The SDK counts no tokens; its docs show letters / 4.
  prune: window => messages =>
    JSON.stringify(messages).length / 4 > 0.8 * window
      ? ai.pruneMessages({ messages, reasoning: 'all', toolCalls: 'before-last-6-messages' })
      : messages,
  // docs, "Context management": the first message and the last ten.
  slice: () => messages => (messages.length > 20 ? [messages[0], ...messages.slice(-10)] : messages),
}
