// @ts-nocheck Every version has types of its own.
// Run in a folder with one version of the AI SDK and the packed library: prints what came of each thing that apps do with them.
import { createAnthropic } from '@ai-sdk/anthropic'
import * as sdk from 'ai'
import { longhand } from 'longhand/ai-sdk'
import { z } from 'zod'

const { createUIMessageStream, generateText, readUIMessageStream, stepCountIs, streamText, tool } = sdk
const [roomy, narrow] = process.argv.slice(2).map(baseURL => createAnthropic({ baseURL, apiKey: 'key-for-the-fake' }))

const history = [
  ...Array.from({ length: 12 }, (_, at) => [
    { role: 'user', content: `Question ${at}: what of src/file${at}.ts?` },
    { role: 'assistant', content: `Answer ${at}. ${'some more words '.repeat(60)}` },
  ]).flat(),
  { role: 'user', content: 'Go on' },
]

const outcome = {
  'a tool loop is folded between its steps': await toolLoop(),
  'a refusal as too long is answered with less': await recovery(),
  'usage is learnt': await usage(),
  'a wrapped model needs nothing else': await wrapped(),
  'a model writes the summary': await summary(),
  'data parts are in the answer': await parts(),
}
console.log(JSON.stringify(outcome))

async function toolLoop() {
  const model = roomy('tool-loop-12')
  const context = longhand({ model, summariser: null, window: 2_500 })
  const read = tool({ inputSchema: z.any(), execute: async () => 'contents of a file '.repeat(60) })
  const { steps } = await generateText({
    ...{ model, prompt: 'Read everything', tools: { read }, stopWhen: stepCountIs(14) },
    prepareStep: context.prepareStep,
  })
  return steps.length > 12 && context.state() !== null
}

async function recovery() {
  const context = longhand({ model: narrow('ok'), summariser: null, window: 40_000 })
  const asked = { model: narrow('ok'), messages: history, prepareStep: context.prepareStep, maxRetries: 0 }
  const { text } = await generateText(asked)
  const [receipt] = await context.receipts()
  return text.includes('the build passes') && receipt?.trigger === 'overflow'
}

async function usage() {
  const context = longhand({ model: roomy('ok'), summariser: null, window: 40_000 })
  const { text } = await generateText({ model: roomy('ok'), messages: history, prepareStep: context.prepareStep })
  await context.prepare([...history, { role: 'assistant', content: text }, { role: 'user', content: 'And on' }])
  return context.status()?.source === 'reported'
}

async function wrapped() {
  const context = longhand({ model: roomy('ok'), summariser: null, window: 2_500 })
  const model = sdk.wrapLanguageModel({ model: roomy('ok'), middleware: context.middleware })
  const { text } = await generateText({ model, messages: history, maxRetries: 0 })
  return text.includes('the build passes') && context.state() !== null
}

async function summary() {
  const context = longhand({ model: roomy('ok'), summariser: roomy('writer'), window: 40_000 })
  await context.load(history)
  const result = await context.compact({ by: 'force' })
  return result.type === 'compacted' && result.receipt.model === 'writer' && result.receipt.method === 'summary'
}

async function parts() {
  const context = longhand({ model: roomy('ok'), summariser: null, window: 2_500 })
  const stream = createUIMessageStream({
    execute: ({ writer }) => {
      context.writeTo(writer)
      const answer = streamText({ model: roomy('ok'), messages: history, prepareStep: context.prepareStep })
      writer.merge(sdk.toUIMessageStream?.({ stream: answer.stream }) ?? answer.toUIMessageStream())
    },
  })
  let types = []
  for await (const message of readUIMessageStream({ stream })) types = message.parts.map(({ type }) => type)
  return types.includes('data-context') && types.includes('data-compaction')
}
