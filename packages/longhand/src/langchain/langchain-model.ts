import { LonghandError } from '../core/errors.ts'
import type { Usage } from '../engine/ports/chat-model.ts'
import type { SummariseFunction } from '../history/summarise-function.ts'
import { loadMessages } from './own-message.ts'

/** A chat model of LangChain's, as far as it is used here. */
export type LangchainModel = {
  invoke(
    messages: never,
    options?: never,
  ): Promise<{ readonly text: string; readonly usage_metadata?: UsageMetadata | undefined }>
}

/** What its messages report. */
export type UsageMetadata = {
  readonly input_tokens: number
  readonly output_tokens: number
  readonly input_token_details?: { readonly cache_read?: number; readonly cache_creation?: number }
  readonly output_token_details?: { readonly reasoning?: number }
}

/** The provider's name for a model, wherever its class keeps it. */
export function nameOf(model: LangchainModel): string {
  const { model: own, modelName, _defaultConfig } = model as Readonly<Record<string, unknown>>
  const found = [own, modelName, (_defaultConfig as { readonly model?: unknown } | undefined)?.model]
  const name = found.find(one => typeof one === 'string' && one !== '')
  if (name !== undefined) return name as string
  throw new LonghandError(
    'bad-config',
    "The model does not say its name. Give the agent's: longhandMiddleware({ model: 'gpt-5.1' }).",
  )
}

export const usageOf = (usage: UsageMetadata): Usage => ({
  input: usage.input_tokens,
  output: usage.output_tokens,
  cacheRead: usage.input_token_details?.cache_read ?? 0,
  cacheWrite: usage.input_token_details?.cache_creation ?? 0,
  reasoning: usage.output_token_details?.reasoning ?? 0,
})

export type TextRequest = Parameters<SummariseFunction<UsageMetadata>>[0]

/** A summary is written beside the run: nobody who streams the agent's messages is shown it. */
export async function summariseWith(model: LangchainModel | null, { system, prompt, signal }: TextRequest) {
  if (model === null) throw new LonghandError('bad-request', 'The model is not known yet. Ask the agent first.')
  const { HumanMessage, SystemMessage } = await loadMessages()
  const messages = [new SystemMessage(system), new HumanMessage(prompt)]
  const options = { signal, callbacks: [], tags: ['nostream', 'langsmith:nostream'] }
  const { text, usage_metadata: usage } = await model.invoke(messages as never, options as never)
  return { text, usage }
}
