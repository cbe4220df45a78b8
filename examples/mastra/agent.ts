// An agent of Mastra's whose memory keeps every message and whose model never outgrows its window. The lines marked ← are all that Longhand adds.
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { Agent } from '@mastra/core/agent'
import { createTool } from '@mastra/core/tools'
import { LibSQLStore } from '@mastra/libsql'
import { Memory } from '@mastra/memory'
import { longhandProcessor } from 'longhand/mastra' // ←
import { z } from 'zod'

const provider = createOpenAICompatible({ name: 'local', baseURL: process.env.OPENAI_BASE_URL!, includeUsage: true })
const processor = longhandProcessor({ window: 4_000 }) // ← (a small window, to see it at work)
const memory = new Memory({
  storage: new LibSQLStore({ id: 'example', url: ':memory:' }),
  options: { lastMessages: 100_000 }, // ← Longhand decides what the model reads
})
const agent = new Agent({
  ...{ id: 'reader', name: 'Reader', instructions: 'Be brief.', memory, model: provider('gpt-5.1') },
  inputProcessors: [processor], // ←
  errorProcessors: [processor], // ←
  tools: {
    read: createTool({
      ...{ id: 'read', description: 'Reads a page.', inputSchema: z.looseObject({}) },
      execute: async () => 'It was a dark and stormy night. '.repeat(40),
    }),
  },
})

const chat = { memory: { resource: 'ann', thread: 'chat-42' }, maxSteps: 50, modelSettings: { maxRetries: 0 } }
const { text, error } = await agent.generate('Read the whole book, and never touch src/keep.ts.', chat)
if (error) throw error
const { messages } = await memory.recall({ threadId: 'chat-42', resourceId: 'ann', perPage: false })
const { receipts, status } = processor.for('chat-42')
console.log(text)
console.log(
  `${(await receipts()).length} compactions; ${status()?.used} of 4,000 tokens are used (${status()?.source}).`,
)
console.log(`A summary is ${JSON.stringify(messages).includes('<summary>') ? '' : 'not '}in the memory.`)
process.exit(0)
