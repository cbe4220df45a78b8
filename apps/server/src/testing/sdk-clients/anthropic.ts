import { load, readTool, type Sdk, type SdkChat, type SdkClient, type SdkServer } from './sdk-client.ts'

/** The package of Anthropic, in one of its versions. */
export const anthropicPackage = (name: string): SdkClient => ({
  protocol: 'anthropic',
  open: at => openChat(name, at),
  errorName: error => error.constructor.name,
  errorNames: ['BadRequestError', 'AuthenticationError', 'RateLimitError', 'InternalServerError'],
})

async function openChat(name: string, { url, key, model, retries }: SdkServer): Promise<SdkChat> {
  const { default: Anthropic } = await load(name)
  const client = new Anthropic({ baseURL: url, apiKey: key, maxRetries: retries })
  const messages: Sdk[] = []
  const tools = [{ name: readTool.name, description: readTool.description, input_schema: readTool.schema }]
  return {
    say(text, picture) {
      const source = { type: 'base64', media_type: 'image/png', data: picture }
      const content =
        picture === undefined
          ? text
          : [
              { type: 'text', text },
              { type: 'image', source },
            ]
      messages.push({ role: 'user', content })
    },
    hand: ({ id }, output) =>
      void messages.push({ role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content: output }] }),
    async ask({ form = 'whole', signal, onText } = {}) {
      const thinking = { type: 'adaptive' }
      const asked = { model, max_tokens: 2_000, thinking, messages, tools }
      const said =
        form === 'whole'
          ? await client.messages.create(asked, { signal })
          : await client.messages
              .stream(asked, { signal })
              .on('text', () => onText?.())
              .finalMessage()
      messages.push({ role: 'assistant', content: said.content })
      const ofType = (type: string) => said.content.filter((block: Sdk) => block.type === type)
      return {
        text: ofType('text')
          .map(({ text }: Sdk) => text)
          .join(''),
        thinking: ofType('thinking')
          .map(({ thinking }: Sdk) => thinking)
          .join(''),
        calls: ofType('tool_use'),
        used: said.usage.input_tokens,
      }
    },
  }
}
