import { Agent, FunctionTool, Message, SummarizingConversationManager } from '@strands-agents/sdk'
import { OpenAIModel } from '@strands-agents/sdk/models/openai'
import { versionsOf } from '../../versions.ts'

export const versions = versionsOf(import.meta.url, ['@strands-agents/sdk'])
export const variants = ['proactive', 'reactive']

// 1.19.0 keeps the last of several calls in one streamed answer, and loses the words before a call. That stays so here.
export async function open({ url, window, system, tools, result, variant }) {
  const modelOf = modelId =>
    new OpenAIModel({
      ...{ api: 'chat', modelId, apiKey: 'none', contextWindowLimit: window },
      clientConfig: { baseURL: url, maxRetries: 0 },
    })
  // docs: it summarises the oldest 30% and keeps ten messages; by default only when the provider has refused.
  const conversationManager = new SummarizingConversationManager({
    model: modelOf('gpt-peers-summariser'),
    ...(variant === 'proactive' ? { proactiveCompression: { compressionThreshold: 0.8 } } : {}),
  })
  const inputSchema = { type: 'object', properties: {}, additionalProperties: true }
  const agent = new Agent({
    ...{ model: modelOf('gpt-peers'), systemPrompt: system, printer: false, conversationManager },
    tools: tools.map(
      name =>
        new FunctionTool({
          name,
          description: name,
          inputSchema,
          callback: (_, context) => result(context?.toolUse?.toolUseId),
        }),
    ),
  })
  const say = text => agent.invoke(text, { limits: { turns: 10_000 } })
  return {
    say,
    resume: () => say(undefined),
    history: () => agent.messages.flatMap(({ content }) => content.map(textOf)),
    fill: many => void agent.messages.push(...many.map(one => Message.fromMessageData(ownMessage(one)))),
  }
}

const textOf = block =>
  block.text ?? block.content?.map(one => one.text ?? JSON.stringify(one)).join('\n') ?? JSON.stringify(block)

function ownMessage({ role, content, toolCalls = [], toolCallId: toolUseId }) {
  const texts = content === '' ? [] : [{ text: content }]
  if (role === 'user') return { role, content: texts }
  if (role === 'tool')
    return { role: 'user', content: [{ toolResult: { toolUseId, status: 'success', content: texts } }] }
  return {
    role,
    content: [...texts, ...toolCalls.map(({ id, name, args }) => ({ toolUse: { toolUseId: id, name, input: args } }))],
  }
}
