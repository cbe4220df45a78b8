import type { Library } from './library.ts'

/** Who takes part. Settings are those that each documentation recommends; where there is a threshold, it is 80% of the window. */
export const lineUp: readonly Library[] = [
  ...rows('ours/ai-sdk-door.ts', { reversible: 'yes', lines: 3, background: true, isSummary: ownSummary }, [
    ['longhand', 'classic', '**Longhand**, AI SDK'],
    ['longhand-balanced', 'balanced', '**Longhand**, AI SDK, balanced'],
    ['longhand-no-summariser', 'no-summariser', '**Longhand**, AI SDK, without a summariser'],
  ]),
  ...rows('ours/engine.ts', { reversible: 'yes', lines: 1, background: true, isSummary: ownSummary }, [
    ['longhand-engine', 'classic', '**Longhand**, server'],
    ['longhand-engine-balanced', 'balanced', '**Longhand**, server, balanced'],
  ]),
  ...rows('ours/relay.ts', { reversible: 'yes', lines: 1, background: true, isSummary: ownSummary }, [
    ['longhand-relay', 'classic', '**Longhand**, base URL'],
    ['longhand-relay-balanced', 'balanced', '**Longhand**, base URL, balanced'],
  ]),
  ...rows('libraries/ai-sdk/adapter.mjs', { reversible: 'yes', lines: 0 }, [['ai-sdk', 'alone', 'AI SDK alone']]),
  ...rows('libraries/ai-sdk/adapter.mjs', { reversible: 'yes', lines: 4 }, [
    ['ai-sdk-prune', 'prune', 'AI SDK pruneMessages'],
    ['ai-sdk-slice', 'slice', 'AI SDK, first and last ten messages'],
  ]),
  ...rows('libraries/langchain/adapter.mjs', { reversible: 'by checkpoint', lines: 5 }, [
    ['langchain-summary', 'summary', 'LangChain summarizationMiddleware'],
    ['langchain-summary-20', 'summary-20', 'LangChain summarizationMiddleware, 20 messages'],
    ['langchain-summary-all', 'summary-all', 'LangChain summarizationMiddleware, shown everything'],
    ['langchain-edit', 'edit', 'LangChain contextEditingMiddleware'],
    ['langchain-trim', 'trim', 'LangChain trimMessages'],
  ]),
  ...rows('libraries/pi/adapter.mjs', { reversible: 'yes', lines: 1, isSummary: piSummary }, [
    ['pi', 'session', 'pi AgentSession'],
  ]),
  ...rows('libraries/strands/adapter.mjs', { reversible: 'no', lines: 3 }, [
    ['strands', 'proactive', 'Strands SummarizingConversationManager'],
    ['strands-reactive', 'reactive', 'Strands SummarizingConversationManager, after a refusal'],
  ]),
  ...rows('libraries/context-chef/adapter.mjs', { reversible: 'no', lines: 3 }, [
    ['context-chef', 'durable', 'context-chef compactModelMessages'],
    ['context-chef-middleware', 'middleware', 'context-chef withContextChef'],
  ]),
  ...rows('libraries/adk/adapter.mjs', { reversible: 'no', lines: 5 }, [
    ['adk', 'tokens', 'Google ADK TokenBasedContextCompactor'],
  ]),
  ...rows('libraries/mastra/adapter.mjs', { reversible: 'no', lines: 3 }, [
    ['mastra-limiter', 'limiter', 'Mastra TokenLimiterProcessor'],
  ]),
  ...rows('libraries/mastra/adapter.mjs', { reversible: 'no', lines: 3, background: true, ...observer() }, [
    ['mastra-observational', 'observational', 'Mastra observational memory'],
  ]),
  ...rows('libraries/deepagents/adapter.mjs', { reversible: 'by checkpoint', lines: 4, isSummary: deepagentsSummary }, [
    ['deepagents', 'summary', 'deepagents createSummarizationMiddleware'],
  ]),
  ...rows('libraries/openai-agents/adapter.mjs', { reversible: 'no', lines: 4 }, [
    ['openai-agents', 'session', 'OpenAI Agents compaction session (service simulated)'],
  ]),
  ...rows('libraries/librechat/adapter.mjs', { reversible: 'no', lines: 5 }, [
    ['librechat', 'session', 'LibreChat agents'],
  ]),
  ...rows('libraries/voltagent/adapter.mjs', { reversible: 'no', lines: 4 }, [
    ['voltagent', 'summary', 'VoltAgent summarization'],
  ]),
]

type Shared = Omit<Library, 'name' | 'variant' | 'label' | 'adapter'>

function rows(
  adapter: string,
  shared: Shared,
  named: readonly (readonly [string, string, string])[],
): readonly Library[] {
  return named.map(([name, variant, label]) => ({ ...shared, adapter, name, variant, label }))
}

/** Our doors ask the chat's own model too, unless they are given another. */
function ownSummary(...[messages]: Parameters<NonNullable<Library['isSummary']>>): boolean {
  return messages.at(-1)?.text.trimEnd().endsWith('Now write the record.') === true
}

/** pi asks the chat's own model, without tools. */
function piSummary(...[messages, { tools }]: Parameters<NonNullable<Library['isSummary']>>): boolean {
  return (tools ?? []).length === 0 && /<conversation>|summar/i.test(messages.at(-1)?.text ?? '')
}

function deepagentsSummary(...[messages]: Parameters<NonNullable<Library['isSummary']>>): boolean {
  return messages.length === 1 && messages[0]!.text.startsWith('You are a conversation summarizer')
}

/** Mastra's observer notes what is new, 5 to 40 times shorter by its documentation, in a form of its own. */
function observer(): Pick<Library, 'shown' | 'summarySize' | 'wrap'> {
  return {
    shown: messages => messages.at(-1)!.text,
    summarySize: tokens => Math.min(3_000, Math.max(250, tokens * 0.1)),
    wrap: text => {
      const notes = text.replace(/^## .*$/gm, '').replace(/^[-*•] /gm, '* 🟡 ')
      return `<observations>\n${notes}\n</observations>\n<current-task>\nGo on.\n</current-task>`
    },
  }
}
