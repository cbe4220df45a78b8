import { LonghandError } from '../core/errors.ts'
import type { Usage } from '../engine/ports/chat-model.ts'
import { providerFailureOf } from '../providers/provider-failure.ts'
import { modelFacts } from '../tokens/models.ts'
import { type ContextOptions, contextEngine, conversationId } from './context.ts'
import { createHistory, type History } from './history.ts'
import type { MessageFormat } from './message-format.ts'
import { type SummariseFunction, summariserFrom } from './summarise-function.ts'

export type MessageListOptions<ReportedUsage> = ContextOptions & {
  /** The model that answers, by its provider's name for it. */
  readonly model: string
  /** Asks a model of your choice for a summary; without it, extracts of the originals stand for the old part. */
  readonly summarise?: SummariseFunction<ReportedUsage>
  /** The model that `summarise` asks, for its window and its prices: the one that answers unless another is named. */
  readonly summaryModel?: string
}

/** Keeps a plain list of a provider's messages within its model's window. */
export type MessageListContext<Source, ReportedUsage> = Omit<History<Source>, 'fit' | 'recover' | 'report'> & {
  /** Give it all messages, every time; send what it returns. */
  prepare(messages: readonly Source[], signal?: AbortSignal): Promise<Source[]>
  /** Tell it the `usage` of every response: the token meter becomes exact. */
  report(usage: ReportedUsage | null | undefined): Promise<void>
  /** Give it the error of a request that was refused as too long; send what it returns. Any other error is thrown again. */
  recover(error: unknown, signal?: AbortSignal): Promise<Source[]>
}

export type ListFormat<Source, ReportedUsage> = MessageFormat<Source> & {
  readonly readUsage: (usage: ReportedUsage) => Usage
}

export function messageListContext<Source, ReportedUsage>(
  { summarise, summaryModel, ...options }: MessageListOptions<ReportedUsage>,
  { readUsage, ...format }: ListFormat<Source, ReportedUsage>,
): MessageListContext<Source, ReportedUsage> {
  const writer = summaryModel ?? options.model
  const window = (writer === options.model ? options.window : undefined) ?? modelFacts(writer).window
  const engine = contextEngine(options, {
    model: options.model,
    summariser: summarise === undefined ? null : summariserFrom({ summarise, model: writer, window, readUsage }),
  })
  const { state, protected: numbers } = options
  const { fit, recover, report, ...history } = createHistory({
    ...{ engine, format, conversation: conversationId(options.conversation) },
    ...(state === undefined ? {} : { state }),
    ...(numbers === undefined ? {} : { protected: numbers }),
  })
  return {
    ...history,
    prepare: async (messages, signal) => [...(await fit(messages, signal))],
    report: async usage => {
      if (usage != null) await report(readUsage(usage))
    },
    recover: async (error, signal) => {
      if (error instanceof LonghandError) throw error
      const failure = providerFailureOf(error)
      if (failure.type !== 'overflow') throw error
      return [...(await recover(failure.limit, signal))]
    },
  }
}
