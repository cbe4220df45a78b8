import { createAnthropic } from '@ai-sdk/anthropic'
import { createOpenAI } from '@ai-sdk/openai'
import { generateText, jsonSchema, type ModelMessage, streamText, tool } from 'ai'
import { readTool, type Sdk, type SdkChat, type SdkClient, type SdkServer } from './sdk-client.ts'

/** The AI SDK with its own providers. */
export const aiSdkModel = (protocol: SdkClient['protocol']): SdkClient => ({
  protocol,
  open: async at => openChat(protocol, at),
  errorName: error => `${error.name} ${error.statusCode}`,
  errorNames: ['AI_APICallError 400', 'AI_APICallError 401', 'AI_APICallError 429', 'AI_APICallError 500'],
})

function modelOf(protocol: SdkClient['protocol'], { url, key, model }: SdkServer) {
  const at = { baseURL: `${url}/v1`, apiKey: key }
  if (protocol === 'anthropic') return createAnthropic(at)(model)
  return protocol === 'openai-chat' ? createOpenAI(at).chat(model) : createOpenAI(at).responses(model)
}

function openChat(protocol: SdkClient['protocol'], at: SdkServer): SdkChat {
  const model = modelOf(protocol, at)
  const messages: ModelMessage[] = []
  const tools = { read: tool({ description: readTool.description, inputSchema: jsonSchema(readTool.schema as Sdk) }) }
  const providerOptions: Sdk = {
    openai: { store: false, include: ['reasoning.encrypted_content'] },
    anthropic: { thinking: { type: 'adaptive' } },
  }
  return {
    say(text, picture) {
      const image = { type: 'file', mediaType: 'image/png', data: picture } as Sdk
      messages.push({ role: 'user', content: picture === undefined ? text : [{ type: 'text', text }, image] })
    },
    hand({ id, name }, value) {
      const result = { type: 'tool-result', toolCallId: id, toolName: name, output: { type: 'text', value } } as const
      messages.push({ role: 'tool', content: [result] })
    },
    async ask({ form = 'whole', signal, onText } = {}) {
      const asked = { model, messages, tools, providerOptions, maxRetries: at.retries, abortSignal: signal } as Sdk
      const said: Sdk = form === 'whole' ? await generateText(asked) : await streamed()
      messages.push(...(await said.responseMessages))
      return {
        text: await said.text,
        thinking: (await said.reasoningText) ?? '',
        calls: (await said.toolCalls).map((call: Sdk) => ({
          ...{ id: call.toolCallId, name: call.toolName, input: call.input },
        })),
        used: (await said.usage).inputTokens,
      }

      async function streamed(): Promise<Sdk> {
        const failures: unknown[] = []
        const onError = ({ error }: { error: unknown }) => void failures.push(error)
        const stream = streamText({ ...asked, onError })
        for await (const _ of stream.textStream) onText?.()
        if (failures.length > 0) throw failures[0]
        signal?.throwIfAborted()
        return stream
      }
    },
  }
}
