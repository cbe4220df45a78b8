// An app on the AI SDK that keeps its own messages. The lines marked ← are all that Longhand adds.
import { generateText, type ModelMessage } from 'ai'
import { longhand } from 'longhand/ai-sdk' // ←
import { createQuotingModel } from 'longhand/offline'

const model = createQuotingModel() // any AI SDK model: anthropic('claude-sonnet-4-5'), openai('gpt-5.5'), …
const context = longhand({ model, summariser: null, window: 4_000 }) // ← (a small window, to see it at work)

const messages: ModelMessage[] = []
for (let turn = 1; turn <= 40; turn++) {
  messages.push({
    role: 'user',
    content: `Note ${turn}: the timeout of service-${turn} is ${turn * 10} ms. ${'It was measured at night, when nobody else was there. '.repeat(12)}`,
  })
  const { text } = await generateText({
    model,
    messages: await context.prepare(messages), // ←
    prepareStep: context.prepareStep, // ← for tool loops
  })
  messages.push({ role: 'assistant', content: text })
}

const read = await context.prepare(messages)
console.log(`The person sees ${messages.length} messages, the model reads ${read.length}.`)
console.log(`Summary ${context.state()?.version} is in force; ${context.status()?.used} of 4,000 tokens are used.`)
