import { readFile } from 'node:fs/promises'
import { anthropic } from '@ai-sdk/anthropic'
import { generateText, isStepCount, tool } from 'ai'
import { longhand } from 'longhand/ai-sdk'
import { z } from 'zod'

const model = anthropic('claude-sonnet-4-5')
const { prepareStep, receipts } = longhand({ model })
const read = tool({
  description: 'Reads a file.',
  inputSchema: z.object({ path: z.string() }),
  execute: ({ path }) => readFile(path, 'utf8'),
})

const { text, steps } = await generateText({
  ...{ model, prepareStep, tools: { read }, stopWhen: isStepCount(100) },
  prompt: 'Read every chapter and tell me who did it.',
})
console.log(text, steps.length, (await receipts()).length)
