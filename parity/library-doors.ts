import { generateText, type ModelMessage, wrapLanguageModel } from 'ai'
import { convertArrayToReadableStream, MockLanguageModelV4 } from 'ai/test'
import { fromModelMessages, toModelMessages } from '../packages/longhand/src/ai-sdk/convert/convert.ts'
import { longhand as aiSdk, type Longhand } from '../packages/longhand/src/ai-sdk/longhand.ts'
import { longhand as anthropic } from '../packages/longhand/src/anthropic/longhand.ts'
import type { Message } from '../packages/longhand/src/core/message.ts'
import type { Usage } from '../packages/longhand/src/engine/ports/chat-model.ts'
import type { HistoryControls } from '../packages/longhand/src/history/history.ts'
import { longhandMiddleware } from '../packages/longhand/src/langchain/middleware.ts'
import { ownMessage } from '../packages/longhand/src/langchain/own-message.ts'
import {
  createPlainReader,
  type LangchainMessage,
  toPlain,
  writePlain,
} from '../packages/longhand/src/langchain/plain-message.ts'
import { longhandProcessor } from '../packages/longhand/src/mastra/processor.ts'
import { longhand as openai } from '../packages/longhand/src/openai/longhand.ts'
import { longhandSession } from '../packages/longhand/src/openai-agents/session.ts'
import { createStepReader, itemsOf, stepsOf, writeSteps } from '../packages/longhand/src/openai-agents/steps.ts'
import { createAnthropicReader, toAnthropic } from '../packages/longhand/src/wire/anthropic.ts'
import { createOpenAIReader, toOpenAIChat } from '../packages/longhand/src/wire/openai-chat.ts'
import {
  chatModel,
  type Door,
  type DoorTurn,
  overflow,
  reply,
  type Setting,
  summaryModel,
  summaryUsage,
} from './door.ts'

/** An app on the AI SDK that hands in its messages, with its model wrapped. */
export const openAiSdk = (setting: Setting): Door => sdkDoor(setting, (context, messages) => context.prepare(messages))

/** An app on the AI SDK that only wraps its model. */
export const openWrapped = (setting: Setting): Door => sdkDoor(setting, async (_, messages) => [...messages])

function sdkDoor(
  { summarise, ...setting }: Setting,
  prepare: (context: Longhand, messages: readonly ModelMessage[]) => Promise<ModelMessage[]>,
): Door {
  let turn: DoorTurn = {}
  let refusals = 0
  let read: readonly Message[] = []
  const model = new MockLanguageModelV4({
    modelId: chatModel,
    doGenerate: async ({ prompt }) => {
      read = fromModelMessages(prompt as ModelMessage[])
      if (refusals-- > 0) throw overflow()
      const finishReason = { unified: 'stop', raw: undefined } as const
      const usage = sdkUsage(turn.usage ?? noUsage)
      return { content: [{ type: 'text', text: reply }], finishReason, usage, warnings: [] }
    },
  })
  const context = aiSdk({ ...setting, model, summariser: summarise === null ? null : sdkSummariser(summarise) })
  const wrapped = wrapLanguageModel({ model, middleware: context.middleware })
  return doorOf(context, {
    write: messages => toModelMessages(messages),
    ask: async (messages, asked) => {
      turn = asked
      refusals = asked.refusals ?? 0
      await generateText({ model: wrapped, messages: await prepare(context, messages), maxRetries: 0 })
      return read
    },
  })
}

const noUsage: Usage = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, reasoning: 0 }

const sdkUsage = ({ input, output, cacheRead, cacheWrite, reasoning }: Usage) => ({
  inputTokens: { total: input, noCache: input - cacheRead - cacheWrite, cacheRead, cacheWrite },
  outputTokens: { total: output, text: output - reasoning, reasoning },
})

function sdkSummariser(summarise: () => Promise<string>): MockLanguageModelV4 {
  return new MockLanguageModelV4({
    modelId: summaryModel,
    doStream: async () => ({
      stream: convertArrayToReadableStream([
        { type: 'stream-start', warnings: [] },
        { type: 'text-start', id: '1' },
        { type: 'text-delta', id: '1', delta: await summarise() },
        { type: 'text-end', id: '1' },
        { type: 'finish', finishReason: { unified: 'stop', raw: undefined }, usage: sdkUsage(summaryUsage) },
      ]),
    }),
  })
}

/** An app that sends lists of OpenAI's messages. */
export function openOpenAI({ summarise, ...setting }: Setting): Door {
  const { input, output } = summaryUsage
  const usage = { prompt_tokens: input, completion_tokens: output }
  const context = openai<OpenAIMessage>({
    ...setting,
    ...{ model: chatModel, summaryModel },
    ...(summarise && { summarise: async () => ({ text: await summarise(), usage }) }),
  })
  return doorOf(context, {
    write: messages => toOpenAIChat(messages) as readonly OpenAIMessage[],
    ask: async (messages, { refusals = 0, usage }) => {
      const sent = await sendList(context, messages, refusals)
      if (usage) await context.report(openaiUsage(usage))
      return sent.flatMap(createOpenAIReader())
    },
  })
}

type OpenAIMessage = { role: string; content: string }

const openaiUsage = ({ input, output, cacheRead }: Usage) => ({
  prompt_tokens: input,
  completion_tokens: output,
  prompt_tokens_details: { cached_tokens: cacheRead },
})

/** An app that sends lists of Anthropic's messages. */
export function openAnthropic({ summarise, ...setting }: Setting): Door {
  const usage = anthropicUsage(summaryUsage)
  const context = anthropic<AnthropicMessage>({
    ...setting,
    ...{ model: chatModel, summaryModel },
    ...(summarise && { summarise: async () => ({ text: await summarise(), usage }) }),
  })
  return doorOf(context, {
    write: messages => toAnthropic(messages).messages as unknown as readonly AnthropicMessage[],
    ask: async (messages, { refusals = 0, usage }) => {
      const sent = await sendList(context, messages, refusals)
      if (usage) await context.report(anthropicUsage(usage))
      return sent.flatMap(createAnthropicReader())
    },
  })
}

type AnthropicMessage = { role: string; content: string }

const anthropicUsage = ({ input, output, cacheRead, cacheWrite }: Usage) => ({
  input_tokens: input - cacheRead - cacheWrite,
  output_tokens: output,
  cache_read_input_tokens: cacheRead,
  cache_creation_input_tokens: cacheWrite,
})

/** An agent of Mastra's, up to the model that it asks. */
export function openMastra({ summarise, ...setting }: Setting): Door {
  const usage = { inputTokens: summaryUsage.input, outputTokens: summaryUsage.output }
  const processor = longhandProcessor({
    ...{ ...setting, model: chatModel, summaryModel },
    ...(summarise && { summarise: async () => ({ text: await summarise(), usage }) }),
  })
  const requestContext = { get: () => ({ thread: { id: 'parity' } }) }
  return doorOf(processor.for('parity'), {
    write: messages => toModelMessages(messages),
    ask: async (prompt, { refusals = 0, usage }) => {
      const step = { state: {}, requestContext }
      const request = { ...step, prompt, model: { modelId: chatModel } }
      let sent = await processor.processLLMRequest(request)
      for (let time = 0; time < refusals; time++) {
        await processor.processAPIError({ ...step, error: overflow() })
        sent = await processor.processLLMRequest(request)
      }
      const { input = 0, output = 0, cacheRead = 0 } = usage ?? {}
      const reported = { usage: { inputTokens: input, outputTokens: output, cachedInputTokens: cacheRead } }
      await processor.processLLMResponse({ ...step, chunks: [{ type: 'finish', payload: { output: reported } }] })
      return fromModelMessages(sent?.prompt ?? prompt)
    },
  })
}

/** An agent of OpenAI's SDK, up to the model that it asks. */
export async function openAgents({ summarise, ...setting }: Setting): Promise<Door> {
  const usage = agentsUsage(summaryUsage)
  const session = await longhandSession({
    ...{ ...setting, model: chatModel, summaryModel, sessionId: 'parity' },
    ...(summarise && { summarise: async () => ({ text: await summarise(), usage }) }),
  })
  return doorOf(session, {
    // As the SDK hands them in: by way of its items.
    write: messages => stepsOf(writeSteps(messages).flatMap(itemsOf)).map(({ step }) => step),
    ask: async (steps, { refusals = 0, usage }) => {
      const asked = { modelData: { input: steps.flatMap(itemsOf) }, agent: {} as never, context: undefined }
      let sent = await session.callModelInputFilter(asked)
      for (let time = 0; time < refusals; time++) {
        await session.recover(overflow())
        sent = await session.callModelInputFilter(asked)
      }
      if (usage) await (session.addItems as AddItems)([], { usage: { requestUsageEntries: [agentsUsage(usage)] } })
      return stepsOf(sent.input)
        .map(({ step }) => step)
        .flatMap(createStepReader())
    },
  })
}

type AddItems = (
  items: [],
  run: { readonly usage: { readonly requestUsageEntries: readonly object[] } },
) => Promise<void>

const agentsUsage = ({ input, output, cacheRead }: Usage) => ({
  ...{ inputTokens: input, outputTokens: output },
  inputTokensDetails: { cached_tokens: cacheRead },
})

/** An agent of LangChain's, up to the model that it asks. */
export function openLangchain({ summarise, ...setting }: Setting): Door {
  const usage_metadata = langchainUsage(summaryUsage)
  const summariser = summarise && {
    model: summaryModel,
    invoke: async () => ({ text: await summarise(), usage_metadata }),
  }
  const middleware = longhandMiddleware({ ...setting, model: chatModel, summariser })
  const runtime = { configurable: { thread_id: 'parity' } }
  return doorOf(middleware.for('parity'), {
    write: writePlain,
    ask: async (messages, { refusals = 0, usage }) => {
      let left = refusals
      let read: readonly LangchainMessage[] = []
      const request = { model: null, messages: await Promise.all(messages.map(ownMessage)), runtime }
      await middleware.wrapModelCall(request, asked => {
        read = asked.messages
        if (left-- > 0) throw overflow()
        return usage ? { usage_metadata: langchainUsage(usage) } : {}
      })
      return read.map(toPlain).flatMap(createPlainReader())
    },
  })
}

const langchainUsage = ({ input, output, cacheRead }: Usage) => ({
  ...{ input_tokens: input, output_tokens: output },
  input_token_details: { cache_read: cacheRead },
})

type List<Source> = {
  prepare(messages: readonly Source[]): Promise<Source[]>
  recover(error: unknown): Promise<Source[]>
}

async function sendList<Source>(
  context: List<Source>,
  messages: readonly Source[],
  refusals: number,
): Promise<readonly Source[]> {
  let sent = await context.prepare(messages)
  for (let time = 0; time < refusals; time++) sent = await context.recover(overflow())
  return sent
}

type Parts<Source> = {
  readonly write: (messages: readonly Message[]) => readonly Source[]
  readonly ask: (messages: readonly Source[], turn: DoorTurn) => Promise<readonly Message[]>
}

function doorOf<Source>(context: HistoryControls<Source>, { write, ask }: Parts<Source>): Door {
  const compact = async () => {
    await context.compact({ by: 'force' })
    return context.view().map(({ message }) => message)
  }
  return {
    ask: (messages, turn = {}) => ask(write(messages), turn),
    compact: async messages => {
      await context.load(write(messages))
      return compact()
    },
    compactProtecting: async (messages, number) => {
      await context.load(write(messages))
      await context.protect(number)
      return compact()
    },
    undo: context.undo,
    redo: context.redo,
    edit: context.edit,
    receipt: async () => (await context.receipts())[0] ?? null,
    status: async messages => (await context.load(write(messages))).status,
    prepared: context.settled,
    close: context.settled,
  }
}
