import assert from 'node:assert/strict'
import { createAnthropic } from '@ai-sdk/anthropic'
import { generateText, type ModelMessage } from 'ai'
import { longhand } from 'longhand/ai-sdk'
import { behave, startFakeProvider } from 'longhand/testing'

const provider = await startFakeProvider()
const model = createAnthropic({ baseURL: provider.baseURL, apiKey: 'any' })('claude-sonnet-4-5')
const context = longhand({ model, summariser: null })
const messages: ModelMessage[] = Array.from({ length: 21 }, (_, at) => ({
  role: at % 2 === 0 ? 'user' : 'assistant',
  content: `Stage ${at} is done. ${'And so on. '.repeat(60)}`,
}))

provider.script(behave('overflow')) // the next request is refused as too long
await generateText({ model, messages, prepareStep: context.prepareStep, maxRetries: 0 })

const [refused, sent] = provider.calls.map(({ request }) => request)
assert(sent!.size < refused!.size)
assert(sent!.text.includes('Stage 20 is done.'))
await provider.close()
