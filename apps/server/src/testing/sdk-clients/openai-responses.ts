import { load, readTool, type Sdk, type SdkChat, type SdkClient, type SdkServer } from './sdk-client.ts'

/** The package of OpenAI on responses, in one of its versions; the conversation is its user's, not the provider's. */
export const openaiResponsesPackage = (name: string): SdkClient => ({
  protocol: 'openai-responses',
  open: at => openChat(name, at),
  errorName: error => error.constructor.name,
  errorNames: ['BadRequestError', 'AuthenticationError', 'RateLimitError', 'InternalServerError'],
})

async function openChat(name: string, { url, key, model, retries }: SdkServer): Promise<SdkChat> {
  const { default: OpenAI } = await load(name)
  const client = new OpenAI({ baseURL: `${url}/v1`, apiKey: key, maxRetries: retries })
  const input: Sdk[] = []
  const { name: tool, description, schema: parameters } = readTool
  const tools = [{ type: 'function', name: tool, description, parameters, strict: false }]
  return {
    say(text, picture) {
      const image = { type: 'input_image', detail: 'auto', image_url: `data:image/png;base64,${picture}` }
      const words = { type: 'input_text', text }
      input.push({ role: 'user', content: picture === undefined ? [words] : [words, image] })
    },
    hand: ({ id }, output) => void input.push({ type: 'function_call_output', call_id: id, output }),
    async ask({ form = 'whole', signal, onText } = {}) {
      const asked = { model, input, tools, store: false, include: ['reasoning.encrypted_content'] }
      const said =
        form === 'whole'
          ? await client.responses.create(asked, { signal })
          : await client.responses
              .stream(asked, { signal })
              .on('response.output_text.delta', () => onText?.())
              .finalResponse()
      input.push(...said.output)
      const ofType = (type: string) => said.output.filter((item: Sdk) => item.type === type)
      return {
        text: ofType('message')
          .flatMap(({ content }: Sdk) => content.map(({ text }: Sdk) => text))
          .join(''),
        thinking: ofType('reasoning')
          .flatMap(({ summary }: Sdk) => summary.map(({ text }: Sdk) => text))
          .join(''),
        calls: ofType('function_call').map((call: Sdk) => ({
          ...{ id: call.call_id, name: call.name, input: JSON.parse(call.arguments) },
        })),
        used: said.usage.input_tokens,
      }
    },
  }
}
