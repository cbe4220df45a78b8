import { longhand } from 'longhand/openai'
import OpenAI from 'openai'

const [client, model] = [new OpenAI(), 'gpt-5.1']
const context = longhand<OpenAI.ChatCompletionMessageParam>({ model })
export async function answer(messages: OpenAI.ChatCompletionMessageParam[]) {
  const response = await client.chat.completions.create({ model, messages: await context.prepare(messages) })
  await context.report(response.usage)
  return response.choices[0]!.message
}
