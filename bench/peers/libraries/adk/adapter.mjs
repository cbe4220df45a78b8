import {
  BaseLlm,
  createEvent,
  FunctionTool,
  InMemoryRunner,
  LlmAgent,
  LlmSummarizer,
  TokenBasedContextCompactor,
} from '@google/adk'
import { versionsOf } from '../../versions.ts'

export const versions = versionsOf(import.meta.url, ['@google/adk'])
export const variants = ['tokens']

export async function open({ url, window, system, tools, result }) {
  const compactor = new TokenBasedContextCompactor({
    ...{ tokenThreshold: 0.8 * window, eventRetentionSize: 6 },
    summarizer: new LlmSummarizer({ llm: new ChatCompletions(url, 'gpt-peers-summariser') }),
  })
  const toolOf = name => {
    const execute = async (_, context) => ({ result: result(context?.functionCallId) })
    return new FunctionTool({ name, description: name, execute })
  }
  const agent = new LlmAgent({
    ...{ name: 'peers', model: new ChatCompletions(url, 'gpt-peers'), instruction: () => system },
    ...{ tools: tools.map(toolOf), contextCompactors: [compactor] },
  })
  const runner = new InMemoryRunner({ agent, appName: 'peers' })
  const { id: sessionId } = await runner.sessionService.createSession({ appName: 'peers', userId: 'person' })
  const session = () => runner.sessionService.getSession({ appName: 'peers', userId: 'person', sessionId })
  const say = async text => {
    const newMessage = { role: 'user', parts: [{ text }] }
    const runConfig = { maxLlmCalls: 1_000_000 }
    for await (const event of runner.runAsync({ userId: 'person', sessionId, newMessage, runConfig }))
      if (event.errorMessage) throw new Error(event.errorMessage)
  }
  return {
    say,
    // It has no way to go on without a new message.
    resume: () => say('Go on.'),
    history: async () =>
      (await session()).events.flatMap(({ content }) =>
        (content?.parts ?? []).map(
          part => part.text ?? part.functionResponse?.response?.result ?? JSON.stringify(part),
        ),
      ),
    fill: async many => {
      const held = await session()
      for (const message of many)
        await runner.sessionService.appendEvent({
          session: held,
          event: createEvent({ invocationId: 'old', ...ownEvent(message) }),
        })
    },
  }
}

/** ADK speaks Gemini; this model says the same in Chat Completions. */
class ChatCompletions extends BaseLlm {
  constructor(url, model) {
    super({ model })
    this.url = url
  }
  async *generateContentAsync({ contents, config }) {
    const system = config?.systemInstruction
    const instructions =
      typeof system === 'string' ? system : (system?.parts ?? []).map(part => part.text ?? '').join('\n')
    const messages = [
      ...(instructions ? [{ role: 'system', content: instructions }] : []),
      ...contents.flatMap(chatMessages),
    ]
    const tools = (config?.tools ?? []).flatMap(one => one.functionDeclarations ?? []).map(chatTool)
    const body = JSON.stringify({ model: this.model, messages, ...(tools.length > 0 ? { tools } : {}) })
    const response = await fetch(`${this.url}/chat/completions`, { method: 'POST', body })
    const { error, choices, usage } = await response.json()
    if (!response.ok) throw new Error(error.message)
    const { content, tool_calls: calls = [] } = choices[0].message
    const parts = calls.map(({ id, function: { name, arguments: args } }) => ({
      functionCall: { id, name, args: JSON.parse(args) },
    }))
    yield {
      content: { role: 'model', parts: [...(content ? [{ text: content }] : []), ...parts] },
      usageMetadata: {
        promptTokenCount: usage.prompt_tokens,
        candidatesTokenCount: usage.completion_tokens,
        totalTokenCount: usage.total_tokens,
      },
      turnComplete: true,
    }
  }
  connect() {
    throw new Error('There is no live connection here.')
  }
}

const chatTool = ({ name, description }) => ({
  type: 'function',
  function: { name, description, parameters: { type: 'object', properties: {} } },
})

function chatMessages({ role, parts = [] }) {
  const text = parts.flatMap(part => (part.text ? [part.text] : [])).join('\n')
  const results = parts.flatMap(({ functionResponse: one }) =>
    one
      ? [
          {
            role: 'tool',
            tool_call_id: one.id ?? one.name,
            content: one.response?.result ?? JSON.stringify(one.response),
          },
        ]
      : [],
  )
  const calls = parts.flatMap(({ functionCall: one }) =>
    one
      ? [
          {
            id: one.id ?? one.name,
            type: 'function',
            function: { name: one.name, arguments: JSON.stringify(one.args ?? {}) },
          },
        ]
      : [],
  )
  if (role !== 'model') return [...results, ...(text ? [{ role: 'user', content: text }] : [])]
  return [...results, { role: 'assistant', content: text || null, ...(calls.length > 0 ? { tool_calls: calls } : {}) }]
}

function ownEvent({ role, content, toolCalls = [], toolCallId }) {
  const texts = content === '' ? [] : [{ text: content }]
  if (role === 'user') return { author: 'user', content: { role, parts: texts } }
  if (role === 'tool')
    return {
      author: 'peers',
      content: {
        role: 'user',
        parts: [{ functionResponse: { id: toolCallId, name: 'Read', response: { result: content } } }],
      },
    }
  return {
    author: 'peers',
    content: {
      role: 'model',
      parts: [...texts, ...toolCalls.map(({ id, name, args }) => ({ functionCall: { id, name, args } }))],
    },
  }
}
