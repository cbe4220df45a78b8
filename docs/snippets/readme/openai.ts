import { longhand } from 'longhand/openai'
import OpenAI from 'openai'

const [client, model] = [new OpenAI(), 'gpt-5.1']
const chats = longhand<OpenAI.ChatCompletionMessageParam>({ model })
export async function answer(chat: string, messages: OpenAI.ChatCompletionMessageParam[]) {
  const context = chats.for(chat)
  const response = await client.chat.completions.create({ model, messages: await context.prepare(messages) })
  await context.report(response.usage)
  return response.choices[0]!.message
}
