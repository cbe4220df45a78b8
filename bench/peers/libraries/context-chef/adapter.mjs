import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { compactModelMessages, withContextChef } from '@context-chef/ai-sdk-middleware'
import * as ai from 'ai'
import { aiLoop } from '../../ai-loop.ts'
import { versionsOf } from '../../versions.ts'

export const versions = versionsOf(import.meta.url, ['@context-chef/ai-sdk-middleware'])
export const variants = ['durable', 'middleware']

export async function open(session) {
  const { url, window: contextWindow, variant } = session
  const provider = createOpenAICompatible({ name: 'peers', baseURL: url, includeUsage: true })
  const summariser = provider('gpt-peers-summariser')
  const chat = provider('gpt-peers')
  if (variant === 'durable') return aiLoop({ ai, model: chat, session, ...durable(contextWindow, summariser) })
  // docs, quick start, with a trigger of 80% in place of 70%
  const compress = { model: summariser, triggerRatio: 0.8, preserveRatio: 0.25 }
  const model = withContextChef(chat, { contextWindow, compress })
  return aiLoop({ ai, model, session, prepare: messages => messages })
}

/** docs, "recommended": the app keeps the compacted messages itself, and says when. */
function durable(window, summariser) {
  let kept = []
  let seen = 0
  let used = 0
  return {
    prepare: async messages => {
      kept = [...kept, ...messages.slice(seen)]
      seen = messages.length
      if (used + JSON.stringify(kept.slice(-3)).length / 4 > 0.8 * window) {
        kept = await compactModelMessages(kept, summariser, { keepRecentTurns: 6 })
        used = 0
      }
      return kept
    },
    after: ({ usage }) => {
      used = usage.inputTokens ?? 0
    },
  }
}
