import { anthropic } from '@ai-sdk/anthropic'
import { generateText, type ModelMessage } from 'ai'
import { longhand } from 'longhand/ai-sdk'
import { openEmbedded } from 'longhand/embedded'

const model = anthropic('claude-sonnet-4-5')
const store = await openEmbedded('.longhand') // or openPostgres(url)
const context = longhand({ model, store })

export async function answer(chat: string, messages: ModelMessage[]): Promise<string> {
  const { prepareStep } = context.for(chat)
  return (await generateText({ model, messages, prepareStep })).text
}
export const close = () => store.close()
