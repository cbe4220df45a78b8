import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { Agent, createTool, InMemoryStorageAdapter, Memory } from '@voltagent/core'
import { z } from 'zod'
import { textsIn } from '../../texts-in.ts'
import { versionsOf } from '../../versions.ts'

export const versions = versionsOf(import.meta.url, ['@voltagent/core'])
export const variants = ['summary']

export async function open({ url, window, system, tools, result }) {
  const provider = createOpenAICompatible({ name: 'peers', baseURL: url, apiKey: 'none', includeUsage: true })
  const memory = new Memory({ storage: new InMemoryStorageAdapter() })
  const execute = async (_, options) => result(options?.toolContext?.callId ?? options?.toolCallId)
  const agent = new Agent({
    ...{ name: 'peers', instructions: system, model: provider('gpt-peers'), memory, maxSteps: 10_000, maxRetries: 0 },
    tools: tools.map(name => createTool({ name, description: name, parameters: z.looseObject({}), execute })),
    // docs/agents/summarization.md
    summarization: {
      ...{ enabled: true, triggerTokens: Math.round(0.8 * window), keepMessages: 6 },
      model: provider('gpt-peers-summariser'),
    },
  })
  const ids = { userId: 'person', conversationId: 'talk' }
  const limits = { maxSteps: 10_000, maxRetries: 0, contextLimit: 100_000 }
  const say = said =>
    agent.generateText(said, { ...ids, ...limits, memory: { ...ids, options: { contextLimit: 100_000 } } })
  return {
    say,
    resume: () => say([]),
    history: async () => textsIn(await memory.getMessages('person', 'talk')),
  }
}
