import type { LanguageModelMiddleware, ModelMessage } from 'ai'
import type { Usage } from '../engine/ports/chat-model.ts'
import { providerFailureOf } from '../providers/provider-failure.ts'

type Recover = (limit: number | null, signal?: AbortSignal) => Promise<readonly ModelMessage[]>
type Wrapped = Parameters<NonNullable<LanguageModelMiddleware['wrapStream']>>[0]
type CallParams = Wrapped['params']
type Reported = Awaited<ReturnType<Wrapped['doGenerate']>>['usage']

/** Reports the usage of every call, and repeats a call with less when the provider reports an overflow. */
export const contextMiddleware = (
  recover: Recover,
  report: (usage: Usage) => Promise<void>,
): LanguageModelMiddleware => ({
  wrapGenerate: async ({ model, params }) => {
    const result = await withRecovery({ model, params, recover }, now => model.doGenerate(now))
    await report(usageOf(result.usage))
    return result
  },
  wrapStream: async ({ model, params }) => {
    const { stream, ...rest } = await withRecovery({ model, params, recover }, now => model.doStream(now))
    type Part = typeof stream extends ReadableStream<infer Item> ? Item : never
    const watched = stream.pipeThrough(
      new TransformStream<Part, Part>({
        async transform(part, controller) {
          if (part.type === 'finish') await report(usageOf(part.usage))
          controller.enqueue(part)
        },
      }),
    )
    return { stream: watched, ...rest }
  },
})

type Call = Pick<Wrapped, 'model' | 'params'> & { readonly recover: Recover }

async function withRecovery<Result>(
  { model, params, recover }: Call,
  call: (params: CallParams) => PromiseLike<Result>,
): Promise<Result> {
  let now = params
  for (;;) {
    try {
      return await call(now)
    } catch (error) {
      const failure = providerFailureOf(error)
      if (failure.type !== 'overflow') throw error
      const messages = await recover(failure.limit, params.abortSignal)
      now = { ...params, prompt: [...instructionsOf(params), ...(await promptOf(messages, model))] }
    }
  }
}

/** What the app gives as instructions stands before its messages, and is not part of the history. */
const instructionsOf = ({ prompt }: CallParams): CallParams['prompt'] => {
  const start = prompt.findIndex(({ role }) => role !== 'system')
  return prompt.slice(0, Math.max(start, 0))
}

async function promptOf(messages: readonly ModelMessage[], model: Wrapped['model']): Promise<CallParams['prompt']> {
  const { convertToLanguageModelPrompt } = await import('ai/internal')
  const start = messages.findIndex(({ role }) => role !== 'system')
  return convertToLanguageModelPrompt({
    // System messages at the start have become instructions, which are there already.
    prompt: { instructions: undefined, messages: messages.slice(Math.max(start, 0)) } as never,
    supportedUrls: await model.supportedUrls,
    download: undefined,
    provider: model.provider,
  })
}

const usageOf = ({ inputTokens, outputTokens }: Reported): Usage => ({
  input: inputTokens.total ?? 0,
  output: outputTokens.total ?? 0,
  cacheRead: inputTokens.cacheRead ?? 0,
  cacheWrite: inputTokens.cacheWrite ?? 0,
  reasoning: outputTokens.reasoning ?? 0,
})
