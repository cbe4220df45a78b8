import type { LanguageModel, ModelMessage, ToolSet } from 'ai'
import { user } from '../core/message.ts'
import type { Summariser, SummaryAnswer, SummaryRequest } from '../engine/ports/summariser.ts'
import { defaultPrompts, type Prompts } from '../prompts/prompts.ts'
import { providerFailureOf } from '../providers/provider-failure.ts'
import { cacheOptions } from './cache-options.ts'
import { noDownload } from './convert/no-download.ts'
import { toPrompt } from './convert/prompt.ts'
import { loadSdk, type Sdk } from './sdk.ts'
import { usageOf } from './usage.ts'

export type SummariserOptions = {
  readonly model: LanguageModel
  /** Names the model in receipts. */
  readonly name: string
  /** The most that a request and its answer may take together, in tokens by our tokenizer. */
  readonly window: number
  readonly prompts?: Prompts
  /** What the chat's own requests begin with, for requests that share its warm cache. */
  readonly chat?: { readonly instructions: string | null; readonly tools: ToolSet }
}

/** An AI SDK model as the engine's summariser: one request a call, no tools, bounded in time and size. */
export function createSummariser({
  model,
  name,
  window,
  prompts = defaultPrompts(),
  chat,
}: SummariserOptions): Summariser {
  return {
    model: name,
    window,
    summarise: async (request, signal) => {
      // An answer may not go on for ever, however slowly.
      const stop = new AbortController()
      const { isStepCount, streamText } = await loadSdk()
      const result = streamText({
        model,
        ...(request.view === null ? coldPrompt(request, prompts) : warmPrompt(request, prompts, chat)),
        maxOutputTokens: request.maxTokens,
        stopWhen: isStepCount(1),
        experimental_download: noDownload,
        // Who asks decides whether to ask again, so that one budget counts.
        maxRetries: 0,
        abortSignal: AbortSignal.any([signal, stop.signal]),
        timeout,
        onError: () => {},
      })
      try {
        return await listen(result, request, stop)
      } catch (error) {
        return { type: 'failed', failure: providerFailureOf(error) }
      }
    },
  }
}

const timeout = { firstChunkMs: 60_000, chunkMs: 60_000, totalMs: 120_000 }

/** Letters that one token can't have, on average. */
const lettersPerToken = 16

/** Letters that a model may think before it writes: several times what any of them does. */
const maxUnwanted = 2_000_000

type Streaming = ReturnType<Sdk['streamText']>

async function listen(result: Streaming, { maxTokens }: SummaryRequest, stop: AbortController): Promise<SummaryAnswer> {
  let text = ''
  let heard = 0
  for await (const part of result.stream) {
    if (part.type === 'error') return { type: 'failed', failure: providerFailureOf(part.error) }
    if (part.type === 'abort') return { type: 'failed', failure: providerFailureOf(new DOMException('', 'AbortError')) }
    if (part.type === 'text-delta') text += part.text
    // What it thinks and what it would call is bounded too: nothing of it is wanted, but all of it is held.
    if (part.type === 'reasoning-delta') heard += part.text.length
    if (part.type === 'tool-input-delta') heard += part.delta.length
    if (text.length <= maxTokens * lettersPerToken && heard <= maxUnwanted) continue
    stop.abort()
    return { type: 'answered', text, finish: 'length', usage: null }
  }
  const step = await result.finalStep
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
  return system === '' ? { messages } : { instructions: system, messages }
}

/** The chat's own request with one message more: same instructions, same tools, so that the provider's cache still fits. */
const warmPrompt = (request: SummaryRequest, prompts: Prompts, chat: SummariserOptions['chat']) => ({
  ...toPrompt([...(request.view ?? []), user(prompts.warm(request))], chat?.instructions ?? null),
  tools: idle(chat?.tools ?? {}),
  providerOptions: cacheOptions,
})

/** The same tools by name and form, but nothing happens when one is called. */
const idle = (tools: ToolSet): ToolSet =>
  Object.fromEntries(Object.entries(tools).map(([name, { execute: _, ...tool }]) => [name, tool])) as ToolSet
