import type { LanguageModelMiddleware, ModelMessage } from 'ai'
import type { Usage } from '../engine/ports/chat-model.ts'
import { providerFailureOf } from '../providers/provider-failure.ts'
import { joinNeighbours } from './convert/alternate.ts'

/** What is known about the calls of a model: whose they are, and what to send when one is too long. */
export type CallHooks = {
  /** What to send in place of a prompt; null when nothing of it is folded. */
  readonly prepare: (prompt: CallParams['prompt'], signal?: AbortSignal) => Promise<readonly ModelMessage[] | null>
  /** Called before a call with its prompt; what it returns is called when the call has ended. */
  readonly begin: (prompt: CallParams['prompt']) => () => void
  /** What to send in place of a prompt that the provider refused as too long; null when the prompt is not ours. */
  readonly recover: (refused: RefusedPrompt) => Promise<readonly ModelMessage[] | null>
  readonly report: (usage: Usage) => Promise<void>
  /** Of the whole conversation: whether its provider has refused thinking because what stands before it has changed. */
  readonly thinking: { isBound: boolean }
}

export type RefusedPrompt = {
  readonly prompt: CallParams['prompt']
  readonly limit: number | null
  readonly signal?: AbortSignal
}

type Wrapped = Parameters<NonNullable<LanguageModelMiddleware['wrapStream']>>[0]
type CallParams = Wrapped['params']
type Reported = Awaited<ReturnType<Wrapped['doGenerate']>>['usage']

/** Makes every call fit, reports its usage, and repeats it with less when the provider refuses its length or its thinking. */
export const contextMiddleware = (hooks: CallHooks): LanguageModelMiddleware => ({
  wrapGenerate: async ({ model, params }) => {
    const call = await prepared({ model, params, hooks })
    const end = hooks.begin(params.prompt)
    try {
      const result = await withRecovery(call, now => model.doGenerate(now))
      await hooks.report(usageOf(result.usage))
      return result
    } finally {
      end()
    }
  },
  wrapStream: async ({ model, params }) => {
    const call = await prepared({ model, params, hooks })
    const end = hooks.begin(params.prompt)
    try {
      const { stream, ...rest } = await withRecovery(call, now => model.doStream(now))
      params.abortSignal?.addEventListener('abort', end, { once: true })
      type Part = typeof stream extends ReadableStream<infer Item> ? Item : never
      const watch: Transformer<Part, Part> & { readonly cancel: () => void } = {
        async transform(part, controller) {
          if (part.type === 'finish') {
            end()
            await hooks.report(usageOf(part.usage))
          }
          controller.enqueue(part)
        },
        flush: end,
        // A stream that breaks off.
        cancel: end,
      }
      const watched = stream.pipeThrough(new TransformStream(watch))
      return { stream: watched, ...rest }
    } catch (error) {
      end()
      throw error
    }
  },
})

type Call = Pick<Wrapped, 'model' | 'params'> & { readonly hooks: CallHooks }

type PreparedCall = Call & { readonly first: CallParams }

async function prepared(call: Call): Promise<PreparedCall> {
  const { model, params, hooks } = call
  const messages = await hooks.prepare(params.prompt, params.abortSignal)
  const first = messages === null ? params : await withMessages(params, messages, model)
  return { ...call, first: hooks.thinking.isBound ? { ...first, prompt: withoutOldThinking(first.prompt) } : first }
}

async function withRecovery<Result>(
  { model, params, hooks, first }: PreparedCall,
  call: (params: CallParams) => PromiseLike<Result>,
): Promise<Result> {
  const { prompt, abortSignal } = params
  let now = first
  for (;;) {
    try {
      return await call(now)
    } catch (error) {
      const failure = providerFailureOf(error)
      if (failure.type === 'bound-thinking') {
        hooks.thinking.isBound = true
        const fewer = [withoutOldThinking, withoutThinking]
          .map(leaveOut => leaveOut(now.prompt))
          .find(prompt => thoughtsIn(prompt) < thoughtsIn(now.prompt))
        if (fewer === undefined) throw error
        now = { ...now, prompt: fewer }
        continue
      }
      if (failure.type !== 'overflow') throw error
      const { limit } = failure
      const messages = await hooks.recover({ prompt, limit, ...(abortSignal && { signal: abortSignal }) })
      if (messages === null) throw error
      now = await withMessages(params, messages, model)
    }
  }
}

/** V6 of earlier turns no provider needs it; that of a turn under way goes with its calls. */
const withoutOldThinking = (prompt: CallParams['prompt']): CallParams['prompt'] =>
  withoutThinking(
    prompt,
    prompt.findLastIndex(({ role }) => role === 'user'),
  )

const withoutThinking = (prompt: CallParams['prompt'], end = prompt.length): CallParams['prompt'] =>
  prompt.flatMap((message, at) => {
    if (message.role !== 'assistant' || at >= end) return [message]
    const content = message.content.filter(({ type }) => type !== 'reasoning')
    return content.length === 0 ? [] : [{ ...message, content }]
  })

const thoughtsIn = (prompt: CallParams['prompt']): number =>
  prompt.reduce(
    (sum, { role, content }) =>
      sum + (role === 'assistant' ? content.filter(({ type }) => type === 'reasoning').length : 0),
    0,
  )

const withMessages = async (
  params: CallParams,
  messages: readonly ModelMessage[],
  model: Wrapped['model'],
): Promise<CallParams> => ({ ...params, prompt: [...instructionsOf(params), ...(await promptOf(messages, model))] })

/** What the app gives as instructions stands before its messages, and is not part of the history. */
const instructionsOf = ({ prompt }: CallParams): CallParams['prompt'] => {
  const start = prompt.findIndex(({ role }) => role !== 'system')
  return prompt.slice(0, Math.max(start, 0))
}

async function promptOf(messages: readonly ModelMessage[], model: Wrapped['model']): Promise<CallParams['prompt']> {
  const { convertToLanguageModelPrompt } = await import('ai/internal')
  const start = messages.findIndex(({ role }) => role !== 'system')
  return convertToLanguageModelPrompt({
    // System messages at the start have become instructions, which are there already. A summary stands beside messages of
    // the user's, and not every provider takes two of them in a row.
    prompt: { instructions: undefined, messages: joinNeighbours(messages.slice(Math.max(start, 0))) } as never,
    supportedUrls: await model.supportedUrls,
    download: undefined,
    provider: model.provider,
  })
}

function usageOf(reported: Reported | OlderUsage): Usage {
  if (isOlder(reported)) {
    const { inputTokens, outputTokens, cachedInputTokens, reasoningTokens } = reported
    return {
      ...{ input: inputTokens ?? 0, output: outputTokens ?? 0 },
      ...{ cacheRead: cachedInputTokens ?? 0, cacheWrite: 0, reasoning: reasoningTokens ?? 0 },
    }
  }
  const { inputTokens, outputTokens } = reported
  return {
    input: inputTokens.total ?? 0,
    output: outputTokens.total ?? 0,
    cacheRead: inputTokens.cacheRead ?? 0,
    cacheWrite: inputTokens.cacheWrite ?? 0,
    reasoning: outputTokens.reasoning ?? 0,
  }
}

/** What models of the AI SDK 5 report. */
type OlderUsage = {
  readonly [Name in 'inputTokens' | 'outputTokens' | 'cachedInputTokens' | 'reasoningTokens']?: number | undefined
}

const isOlder = (reported: Reported | OlderUsage): reported is OlderUsage => typeof reported.inputTokens !== 'object'
