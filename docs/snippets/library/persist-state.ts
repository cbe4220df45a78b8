import { readFile, writeFile } from 'node:fs/promises'
import { anthropic } from '@ai-sdk/anthropic'
import { generateText, type ModelMessage } from 'ai'
import { longhand } from 'longhand/ai-sdk'

const model = anthropic('claude-sonnet-4-5')
const empty = '{ "messages": [], "state": null }'

export async function reply(file: string, content: string): Promise<string> {
  const { messages, state } = JSON.parse(await readFile(file, 'utf8').catch(() => empty))
  const context = longhand({ model, state })
  messages.push({ role: 'user', content } satisfies ModelMessage)
  const { text } = await generateText({ model, messages, prepareStep: context.prepareStep })
  messages.push({ role: 'assistant', content: text } satisfies ModelMessage)
  await writeFile(file, JSON.stringify({ messages, state: context.state() }))
  return text
}
