import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { Agent } from '@mastra/core/agent'
import { TokenLimiterProcessor } from '@mastra/core/processors'
import { createTool } from '@mastra/core/tools'
import { LibSQLStore } from '@mastra/libsql'
import { Memory } from '@mastra/memory'
import { z } from 'zod'
import { versionsOf } from '../../versions.ts'

export const versions = versionsOf(import.meta.url, ['@mastra/core', '@mastra/memory'])
export const variants = ['limiter', 'observational']

export async function open({ url, window, system, tools, result, variant }) {
  const provider = createOpenAICompatible({ name: 'peers', baseURL: url, apiKey: 'none', includeUsage: true })
  const limit = 0.8 * window
  // docs: messages and observations share the limit as 30,000 and 40,000 do by default.
  const observationalMemory = {
    model: provider('gpt-peers-summariser'),
    observation: { messageTokens: Math.round((limit * 3) / 5) },
    reflection: { observationTokens: Math.round((limit * 2) / 5) },
  }
  const file = join(mkdtempSync(join(tmpdir(), 'peers-mastra-')), 'memory.db')
  const memory = new Memory({
    storage: new LibSQLStore({ id: 'peers', url: `file:${file}` }),
    options: variant === 'limiter' ? { lastMessages: 100_000 } : { observationalMemory },
  })
  const toolOf = id => {
    const execute = async (_, context) => result(context?.agent?.toolCallId ?? context?.toolCallId)
    return [id, createTool({ id, description: id, inputSchema: z.looseObject({}), execute })]
  }
  const agent = new Agent({
    ...{ id: 'peers', name: 'peers', instructions: system, model: provider('gpt-peers'), memory },
    inputProcessors:
      variant === 'limiter' ? [new TokenLimiterProcessor({ limit: Math.round(limit), trimMode: 'contiguous' })] : [],
    tools: Object.fromEntries(tools.map(toolOf)),
  })
  const options = { memory: { resource: 'person', thread: 'talk' }, maxSteps: 10_000, modelSettings: { maxRetries: 0 } }
  const say = async said => {
    const { error, tripwire } = await agent.generate(said, options)
    if (error) throw error
    if (tripwire) throw new Error(`tripwire: ${JSON.stringify(tripwire)}`)
  }
  return {
    say,
    resume: () => say([]),
    history: async () => {
      const { messages } = await memory.recall({ threadId: 'talk', resourceId: 'person', perPage: false })
      return messages.flatMap(({ content }) => (content.parts ?? []).map(textOf))
    },
  }
}

const textOf = part =>
  part.text ?? (typeof part.toolInvocation?.result === 'string' ? part.toolInvocation.result : JSON.stringify(part))
