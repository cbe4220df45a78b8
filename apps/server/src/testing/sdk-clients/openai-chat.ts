import { load, readTool, type Sdk, type SdkChat, type SdkClient, type SdkServer } from './sdk-client.ts'

/** The package of OpenAI on chat completions, in one of its versions. */
export const openaiChatPackage = (name: string): SdkClient => ({
  protocol: 'openai-chat',
  open: at => openChat(name, at),
  errorName: error => error.constructor.name,
  errorNames: ['BadRequestError', 'AuthenticationError', 'RateLimitError', 'InternalServerError'],
})

async function openChat(name: string, { url, key, model, retries }: SdkServer): Promise<SdkChat> {
  const { default: OpenAI } = await load(name)
  const client = new OpenAI({ baseURL: `${url}/v1`, apiKey: key, maxRetries: retries })
  const messages: Sdk[] = []
  const { name: tool, description, schema: parameters } = readTool
  const tools = [{ type: 'function', function: { name: tool, description, parameters } }]
  return {
    say(text, picture) {
      const image = { type: 'image_url', image_url: { url: `data:image/png;base64,${picture}` } }
      messages.push({ role: 'user', content: picture === undefined ? text : [{ type: 'text', text }, image] })
    },
    hand: ({ id }, output) => void messages.push({ role: 'tool', tool_call_id: id, content: output }),
    async ask({ form = 'whole', signal, onText } = {}) {
      const asked = { model, messages, tools }
      const said = form === 'whole' ? await client.chat.completions.create(asked, { signal }) : await streamed(asked)
      const { message } = said.choices[0]
      messages.push(message)
      return {
        text: message.content ?? '',
        thinking: message.reasoning_content ?? '',
        calls: (message.tool_calls ?? []).map(({ id, function: called }: Sdk) => ({
          ...{ id, name: called.name, input: JSON.parse(called.arguments) },
        })),
        used: said.usage.prompt_tokens,
      }

      async function streamed(body: object): Promise<Sdk> {
        const completions = client.chat.completions.stream ? client.chat.completions : client.beta.chat.completions
        const stream = completions.stream({ ...body, stream_options: { include_usage: true } }, { signal })
        return stream.on('content', () => onText?.()).finalChatCompletion()
      }
    },
  }
}
