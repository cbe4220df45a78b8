import { AIMessage, HumanMessage, ToolMessage, trimMessages } from '@langchain/core/messages'
import { MemorySaver } from '@langchain/langgraph'
import { ChatOpenAI } from '@langchain/openai'
import * as lc from 'langchain'
import { versionsOf } from '../../versions.ts'

export const versions = versionsOf(import.meta.url, ['langchain', '@langchain/openai'])
export const variants = ['alone', 'summary', 'summary-20', 'summary-all', 'edit', 'trim']

export async function open({ url, window, system, tools, result, variant }) {
  const modelOf = model =>
    new ChatOpenAI({ model, apiKey: 'none', configuration: { baseURL: url }, maxRetries: 0, useResponsesApi: false })
  const summary = options =>
    lc.summarizationMiddleware({
      model: modelOf('gpt-peers-summariser'),
      trigger: { tokens: 0.8 * window },
      ...options,
    })
  const middleware = {
    alone: () => [],
    // docs: keep a share of the window, or 20 messages. By default the summariser is shown the last 4,000 tokens alone.
    summary: () => [summary({ keep: { tokens: window / 5 } })],
    'summary-20': () => [summary({ keep: { messages: 20 } })],
    'summary-all': () => [summary({ keep: { tokens: window / 5 }, trimTokensToSummarize: window })],
    edit: () => {
      const edit = new lc.ClearToolUsesEdit({ trigger: { tokens: 0.8 * window }, keep: { messages: 3 } })
      return [lc.contextEditingMiddleware({ edits: [edit] })]
    },
    trim: () => [lc.createMiddleware({ name: 'Trim', wrapModelCall: trimmedTo(0.8 * window) })],
  }
  const schema = { type: 'object', properties: {}, additionalProperties: true }
  const agent = lc.createAgent({
    model: modelOf('gpt-peers'),
    systemPrompt: system,
    tools: tools.map(name => lc.tool((_, { toolCall }) => result(toolCall?.id), { name, description: name, schema })),
    middleware: middleware[variant](),
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

// docs: trimMessages before the model is called.
const trimmedTo = maxTokens => async (request, handler) => {
  const options = { strategy: 'last', startOn: 'human', endOn: ['human', 'tool'], includeSystem: true }
  const tokenCounter = messages => Math.ceil(messages.reduce((sum, one) => sum + lettersOf(one), 0) / 4)
  return handler({
    ...request,
    messages: await trimMessages(request.messages, { ...options, maxTokens, tokenCounter }),
  })
}

const textOf = ({ content }) => (typeof content === 'string' ? content : JSON.stringify(content))

const lettersOf = message =>
  textOf(message).length + (message.tool_calls?.length ? JSON.stringify(message.tool_calls).length : 0)

function ownMessage({ role, content, toolCalls = [], toolCallId }) {
  if (role === 'user') return new HumanMessage(content)
  return role === 'tool'
    ? new ToolMessage({ content, tool_call_id: toolCallId })
    : new AIMessage({ content, tool_calls: toolCalls })
}
