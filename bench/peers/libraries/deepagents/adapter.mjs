import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AIMessage, HumanMessage, ToolMessage } from '@langchain/core/messages'
import { MemorySaver } from '@langchain/langgraph'
import { ChatOpenAI } from '@langchain/openai'
import { createSummarizationMiddleware, FilesystemBackend } from 'deepagents'
import { createAgent, tool } from 'langchain'
import { versionsOf } from '../../versions.ts'

export const versions = versionsOf(import.meta.url, ['deepagents'])
export const variants = ['summary']

/** The middleware in a plain agent: createDeepAgent would add prompts and tools of its own. */
export async function open({ url, window, system, tools, result }) {
  const model = new ChatOpenAI({
    model: 'gpt-peers',
    apiKey: 'none',
    configuration: { baseURL: url },
    maxRetries: 0,
    useResponsesApi: false,
  })
  // As models have it that the library knows.
  Object.defineProperty(model, 'profile', { get: () => ({ maxInputTokens: window }) })
  const backend = new FilesystemBackend({
    rootDir: mkdtempSync(join(tmpdir(), 'peers-deepagents-')),
    virtualMode: true,
  })
  const schema = { type: 'object', properties: {}, additionalProperties: true }
  const agent = createAgent({
    model,
    systemPrompt: system,
    tools: tools.map(name => tool((_, { toolCall }) => result(toolCall?.id), { name, description: name, schema })),
    middleware: [
      createSummarizationMiddleware({
        model,
        backend,
        trigger: { type: 'fraction', value: 0.8 },
        keep: { type: 'fraction', value: 0.2 },
      }),
    ],
    checkpointer: new MemorySaver(),
  })
  const thread = { configurable: { thread_id: 'peers' }, recursionLimit: 10_000 }
  return {
    say: text => agent.invoke({ messages: [new HumanMessage(text)] }, thread),
    resume: () => agent.invoke(null, thread),
    history: async () => (await agent.graph.getState(thread)).values.messages.map(textOf),
    fill: many => agent.graph.updateState(thread, { messages: many.map(ownMessage) }),
  }
}

const textOf = ({ content }) => (typeof content === 'string' ? content : JSON.stringify(content))

function ownMessage({ role, content, toolCalls = [], toolCallId }) {
  if (role === 'user') return new HumanMessage(content)
  return role === 'tool'
    ? new ToolMessage({ content, tool_call_id: toolCallId })
    : new AIMessage({ content, tool_calls: toolCalls })
}
