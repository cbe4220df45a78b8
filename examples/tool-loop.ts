// An agent that reads far more than its window holds, in one turn. It is compacted between its steps.
import { generateText, isStepCount, type LanguageModel, tool } from 'ai'
import { MockLanguageModelV4 } from 'ai/test'
import { longhand } from 'longhand/ai-sdk'
import { z } from 'zod'

const pages = 30
let step = 0
// A model with a script, so that the example needs no key: it reads page after page, then answers.
const model: LanguageModel = new MockLanguageModelV4({
  modelId: 'scripted',
  doGenerate: async () => {
    step++
    const done = step > pages
    const call = {
      type: 'tool-call',
      toolCallId: `call-${step}`,
      toolName: 'readPage',
      input: JSON.stringify({ page: step }),
    } as const
    return {
      content: done ? [{ type: 'text', text: 'I have read it all.' }] : [call],
      finishReason: { unified: done ? 'stop' : 'tool-calls', raw: undefined },
      usage: {
        inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
        outputTokens: { total: 1, text: 1, reasoning: 0 },
      },
      warnings: [],
    }
  },
})

let compactions = 0
const context = longhand({ model, summariser: null, window: 4_000, onCompaction: () => compactions++ })
const { text, steps } = await generateText({
  model,
  messages: await context.prepare([{ role: 'user', content: 'Read the whole book.' }]),
  prepareStep: context.prepareStep,
  stopWhen: isStepCount(pages + 1),
  tools: {
    readPage: tool({
      inputSchema: z.object({ page: z.number() }),
      execute: async ({ page }) => `Page ${page}. ${'It was a dark and stormy night. '.repeat(30)}`,
    }),
  },
})
console.log(`${steps.length} steps, ${compactions} compactions, at most ${context.status()?.window} tokens at a time.`)
console.log(text)
