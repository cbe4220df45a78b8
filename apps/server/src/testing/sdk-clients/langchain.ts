import { load, readTool, type Sdk, type SdkChat, type SdkClient, type SdkServer } from './sdk-client.ts'

/** LangChain's models, pointed at a server as their documentation says. */
export const langchainModel = (protocol: SdkClient['protocol']): SdkClient => ({
  protocol,
  open: at => openChat(protocol, at),
  errorName: error => error.lc_error_code ?? error.constructor.name,
  errorNames: ['BadRequestError', 'MODEL_AUTHENTICATION', 'MODEL_RATE_LIMIT', 'InternalServerError'],
})

async function modelOf(protocol: SdkClient['protocol'], { url, key, model, retries }: SdkServer): Promise<Sdk> {
  const common = { model, apiKey: key, maxRetries: retries }
  if (protocol === 'anthropic') {
    const { ChatAnthropic } = await load('@langchain/anthropic')
    return new ChatAnthropic({ ...common, anthropicApiUrl: url, thinking: { type: 'adaptive' } })
  }
  const { ChatOpenAI } = await load('@langchain/openai')
  const configuration = { baseURL: `${url}/v1` }
  return new ChatOpenAI({
    ...{ ...common, configuration, useResponsesApi: protocol === 'openai-responses', streamUsage: true },
    zdrEnabled: true,
  })
}

async function openChat(protocol: SdkClient['protocol'], at: SdkServer): Promise<SdkChat> {
  const { HumanMessage, ToolMessage } = await load('@langchain/core/messages')
  const { tool } = await load('@langchain/core/tools')
  const read = tool(() => '', { ...readTool, schema: readTool.schema })
  const model = (await modelOf(protocol, at)).bindTools([read])
  const messages: Sdk[] = []
  return {
    say(text, picture) {
      const image = { type: 'image_url', image_url: { url: `data:image/png;base64,${picture}` } }
      messages.push(new HumanMessage(picture === undefined ? text : { content: [{ type: 'text', text }, image] }))
    },
    hand: ({ id }, content) => void messages.push(new ToolMessage({ content, tool_call_id: id })),
    async ask({ form = 'whole', signal, onText } = {}) {
      const said = form === 'whole' ? await model.invoke(messages, { signal }) : await streamed()
      messages.push(said)
      const blocks = said.contentBlocks.filter(({ type }: Sdk) => type === 'reasoning')
      return {
        text: said.text,
        thinking: blocks.map(({ reasoning }: Sdk) => reasoning).join(''),
        calls: said.tool_calls.map(({ id, name, args }: Sdk) => ({ id, name, input: args })),
        used: said.usage_metadata.input_tokens,
      }

      async function streamed(): Promise<Sdk> {
        let whole: Sdk = null
        for await (const chunk of await model.stream(messages, { signal })) {
          if (chunk.text !== '') onText?.()
          whole = whole === null ? chunk : whole.concat(chunk)
        }
        return whole
      }
    },
  }
}
