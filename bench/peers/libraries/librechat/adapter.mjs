import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { tool } from '@langchain/core/tools'
import { createAgentSession, createTokenCounter, Providers } from '@librechat/agents'
import { textsIn } from '../../texts-in.ts'
import { versionsOf } from '../../versions.ts'

export const versions = versionsOf(import.meta.url, ['@librechat/agents'])
export const variants = ['session']

export async function open({ url, window, system, tools, result }) {
  const reached = { apiKey: 'none', configuration: { baseURL: url } }
  const schema = { type: 'object', properties: {}, additionalProperties: true }
  const session = await createAgentSession({
    ...{ workspace: mkdtempSync(join(tmpdir(), 'peers-librechat-')), checkpointing: false },
    tokenCounter: await createTokenCounter('o200k_base'),
    graphConfig: {
      ...{ type: 'standard', instructions: system, maxContextTokens: window, summarizationEnabled: true },
      llmConfig: {
        ...reached,
        provider: Providers.OPENAI,
        model: 'gpt-peers',
        maxRetries: 0,
        streaming: true,
        streamUsage: true,
      },
      tools: tools.map(name => tool((_, config) => result(config?.toolCall?.id), { name, description: name, schema })),
      // By default it keeps the last two turns.
      summarizationConfig: {
        ...{ provider: Providers.OPENAI, model: 'gpt-peers-summariser', parameters: reached },
        trigger: { type: 'token_ratio', value: 0.8 },
      },
    },
  })
  const say = async text => {
    const { error } = await session.run(text, { config: { recursionLimit: 10_000 }, recursionLimit: 10_000 })
    if (error) throw new Error(String(error.message ?? error))
  }
  return {
    say,
    resume: () => say('Go on.'),
    history: () => textsIn(session.getSessionStore()?.getEntries?.() ?? []),
    close: () => session.close?.(),
  }
}
