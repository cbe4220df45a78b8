import Anthropic from '@anthropic-ai/sdk'
import { longhand } from 'longhand/anthropic'

const [client, model, max_tokens] = [new Anthropic(), 'claude-sonnet-4-5', 8_000]
const chats = longhand<Anthropic.MessageParam>({ model })
export async function answer(chat: string, messages: Anthropic.MessageParam[]) {
  const context = chats.for(chat)
  const response = await client.messages.create({ model, max_tokens, messages: await context.prepare(messages) })
  await context.report(response.usage)
  return response.content
}
