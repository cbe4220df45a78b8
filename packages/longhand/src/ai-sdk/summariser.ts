import type { LanguageModel, ModelMessage, ToolSet } from 'ai'
import { user } from '../core/message.ts'
import type { Summariser, SummaryAnswer, SummaryRequest } from '../engine/ports/summariser.ts'
import { defaultPrompts, type Prompts } from '../prompts/prompts.ts'
import { providerFailureOf } from '../providers/provider-failure.ts'
import { cacheOptions, withBreakpoints } from './cache-options.ts'
import { noDownload } from './convert/no-download.ts'
import { toPrompt } from './convert/prompt.ts'
import { loadSdk, type Sdk } from './sdk.ts'
import { usageOf } from './usage.ts'

export type SummariserOptions = {
  readonly model: LanguageModel
  /** Names the model in receipts. */
  readonly name: string
  /** The limit for a request and its answer together, in tokens by our tokenizer. */
  readonly window: number
  readonly prompts?: Prompts
  /** What the chat's own requests begin with, for requests that share its warm cache. */
  readonly chat?: { readonly instructions: string | null; readonly tools: ToolSet }
}

/** An AI SDK model as the engine's summariser: one request a call, no tools, bounded in time and size. */
export function createSummariser(options: SummariserOptions): Summariser {
  const { model, name, window, prompts = defaultPrompts, chat } = options
  return {
    model: name,
    window,
    summarise: async (request, signal) => {
      // Ends an answer that would go on for ever.
      const stop = new AbortController()
      const { streamText } = await loadSdk()
      const result = streamText({
        model,
        ...(request.view === null ? coldPrompt(request, prompts) : warmPrompt(request, prompts, chat)),
        maxOutputTokens: request.maxTokens,
        experimental_download: noDownload,
        // The caller decides whether to retry, so that there is only one budget of attempts.
        maxRetries: 0,
        abortSignal: AbortSignal.any([signal, stop.signal]),
        timeout,
        onError: () => {},
      })
      try {
        return await readSummary(result, request, stop)
      } catch (error) {
        return { type: 'failed', failure: providerFailureOf(error), cause: error }
      }
    },
  }
}

const timeout = { firstChunkMs: 60_000, chunkMs: 60_000, totalMs: 120_000 }

/** More characters than a token has, on average. */
const charactersPerToken = 16

/** Characters of reasoning before the text: several times what any model writes. */
const maxUnused = 2_000_000

type Streaming = ReturnType<Sdk['streamText']>

async function readSummary(
  result: Streaming,
  { maxTokens }: SummaryRequest,
  stop: AbortController,
): Promise<SummaryAnswer> {
  let text = ''
  let unused = 0
  // Before version 7 the stream had another name, and there was no `finalStep`.
  for await (const part of result.stream ?? result.fullStream) {
    if (part.type === 'error') return { type: 'failed', failure: providerFailureOf(part.error), cause: part.error }
    if (part.type === 'abort') return { type: 'failed', failure: providerFailureOf(new DOMException('', 'AbortError')) }
    if (part.type === 'text-delta') text += part.text
    // Reasoning and tool calls are bounded too: they are not used, but they are kept in memory.
    if (part.type === 'reasoning-delta') unused += part.text.length
    if (part.type === 'tool-input-delta') unused += part.delta.length
    if (text.length <= maxTokens * charactersPerToken && unused <= maxUnused) continue
    stop.abort()
    return { type: 'answered', text, finish: 'length', usage: null }
  }
  const step = (await result.steps).at(-1)!
  return { type: 'answered', text, finish: finishes[step.finishReason] ?? 'other', usage: usageOf([step]) }
}

const finishes: Readonly<Partial<Record<string, 'stop' | 'length' | 'refused'>>> = {
  stop: 'stop',
  length: 'length',
  'content-filter': 'refused',
}

function coldPrompt(request: SummaryRequest, prompts: Prompts) {
  const { system, user } = prompts.cold(request)
  const messages: ModelMessage[] = [{ role: 'user', content: user }]
  // The name that every version of the AI SDK knows.
  return system === '' ? { messages } : { system, messages }
}

/** The chat's own request with one message more: same instructions, same tools, so that the provider's cache still fits. */
const warmPrompt = (request: SummaryRequest, prompts: Prompts, chat: SummariserOptions['chat']) => ({
  ...withBreakpoints(toPrompt([...(request.view ?? []), user(prompts.warm(request))], chat?.instructions ?? null)),
  tools: withoutExecute(chat?.tools ?? {}),
  providerOptions: cacheOptions,
})

/** The same tools by name and schema, but calling one does nothing. */
const withoutExecute = (tools: ToolSet): ToolSet =>
  Object.fromEntries(Object.entries(tools).map(([name, { execute: _, ...tool }]) => [name, tool])) as ToolSet
