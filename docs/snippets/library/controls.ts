import { anthropic } from '@ai-sdk/anthropic'
import type { ModelMessage } from 'ai'
import { longhand } from 'longhand/ai-sdk'

const context = longhand({ model: anthropic('claude-sonnet-4-5'), summariser: null })
const messages: ModelMessage[] = Array.from({ length: 30 }, (_, at) => ({
  role: at % 2 === 0 ? 'user' : 'assistant',
  content:
    at === 4 ? 'Never log card numbers.' : `Stage ${at} is done, see src/stage${at}.ts. ${'And so on. '.repeat(40)}`,
}))
await context.load(messages)
await context.protect(5) // ¶ 5 stays word for word, whatever is folded
await context.compact({ by: 'force' })

const [receipt] = await context.receipts() // newest first
console.log(`${receipt?.folded} messages folded: ${receipt?.before} → ${receipt?.after} tokens`)
console.log(context.view().some(({ message }) => JSON.stringify(message).includes('card numbers')))

await context.undo() // the model reads every message again
await context.redo()
await context.edit('All thirty stages are done.') // the summary in your own words
await context.release(5)
