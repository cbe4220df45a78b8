// @ts-nocheck A program of somebody else, in plain JavaScript.
// What every bundle answers: a long conversation, folded by a model that needs no key, and the figures of its receipt.
import { generateText } from 'ai'
import { LonghandError, presets } from 'longhand'
import { longhand } from 'longhand/ai-sdk'
import { countTokens, modelFacts } from 'longhand/tokens'

const messages = [
  ...Array.from({ length: 40 }, (_, at) => [
    { role: 'user', content: `Question ${at}: what of src/file${at}.ts?` },
    { role: 'assistant', content: `Answer ${at}. ${'some more words '.repeat(60)}` },
  ]).flat(),
  { role: 'user', content: 'Go on' },
]

export async function fold() {
  const sent = []
  const model = modelOf('answerer', prompt => {
    sent.push(prompt.length)
    return 'The build passes.'
  })
  const writer = modelOf('writer', prompt => summaryOf(JSON.stringify(prompt)))
  const context = longhand({ model, summariser: writer, window: 20_000 })
  await context.load(messages)
  await context.compact({ by: 'force' })
  const { text } = await generateText({ model, messages, prepareStep: context.prepareStep })
  const [receipt] = await context.receipts()
  return {
    ...{ text, sent, method: receipt.method, writer: receipt.model, before: receipt.before, after: receipt.after },
    counted: countTokens('Longhand zählt 1,234 Wörter, naïvement.'),
    window: modelFacts('claude-sonnet-4-5').window,
    presets: Object.keys(presets).length,
    refused: await refusalOf(() => longhand({ model, window: 'wide' })),
  }
}

async function refusalOf(act) {
  try {
    await act()
    return null
  } catch (error) {
    return error instanceof LonghandError ? error.message : String(error)
  }
}

/** A model of the AI SDK without a network. */
function modelOf(modelId, answer) {
  const usage = { inputTokens: { total: 9, noCache: 9 }, outputTokens: { total: 9, text: 9 } }
  const finish = { finishReason: { unified: 'stop', raw: 'stop' }, usage }
  return {
    ...{ specificationVersion: 'v4', provider: 'none', modelId, supportedUrls: {} },
    doGenerate: async ({ prompt }) => ({ content: [{ type: 'text', text: answer(prompt) }], warnings: [], ...finish }),
    doStream: async ({ prompt }) => ({
      stream: new ReadableStream({
        start(controller) {
          controller.enqueue({ type: 'stream-start', warnings: [] })
          controller.enqueue({ type: 'text-start', id: '1' })
          controller.enqueue({ type: 'text-delta', id: '1', delta: answer(prompt) })
          controller.enqueue({ type: 'text-end', id: '1' })
          controller.enqueue({ type: 'finish', ...finish })
          controller.close()
        },
      }),
    }),
  }
}

/** A summary that passes the checks: it names every file. */
const summaryOf = text => `## Goal
The person asks one question after the other: what of each file.

## State
Every question so far got its answer and some more words: ${[...new Set(text.match(/src\/file\d+\.ts/g))].join(', ')}.

## Next steps
Answer the next question about the next file.`
