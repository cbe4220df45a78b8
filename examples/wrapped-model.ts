// A model that never outgrows its window, whoever uses it: the app itself stays as it is. The lines marked ← are all that Longhand adds.
import { generateText, type ModelMessage, wrapLanguageModel } from 'ai'
import { longhand } from 'longhand/ai-sdk' // ←
import { createQuotingModel } from 'longhand/offline'

const bare = createQuotingModel() // any AI SDK model: anthropic('claude-sonnet-4-5'), openai('gpt-5.5'), …
const context = longhand({ model: bare, summariser: null, window: 4_000 }) // ← (a small window, to see it at work)
const model = wrapLanguageModel({ model: bare, middleware: context.middleware }) // ←

const messages: ModelMessage[] = []
for (let turn = 1; turn <= 40; turn++) {
  messages.push({
    role: 'user',
    content: `Note ${turn}: the timeout of service-${turn} is ${turn * 10} ms. ${'It was measured at night, when nobody else was there. '.repeat(12)}`,
  })
  const { text } = await generateText({ model, messages })
  messages.push({ role: 'assistant', content: text })
}

console.log(`The person sees ${messages.length} messages, the model read ${context.view().length}.`)
console.log(`${(await context.receipts()).length} compactions; ${context.status()?.used} of 4,000 tokens are used.`)
