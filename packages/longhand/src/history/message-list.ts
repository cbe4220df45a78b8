import { describeValue } from '../core/describe-value.ts'
import { LonghandError } from '../core/errors.ts'
import type { Usage } from '../engine/ports/chat-model.ts'
import { isUsage } from '../engine/turn/entry-meta.ts'
import { providerFailureOf } from '../providers/provider-failure.ts'
import { modelFacts } from '../tokens/models.ts'
import { aFunction, aName, checkOptions, type OptionRules } from './check-options.ts'
import { checkSource, type SourceForm } from './check-source.ts'
import { type ContextOptions, contextEngine, conversationId, defaultDeadlineMs } from './context.ts'
import { type ConversationOptions, conversations } from './conversations.ts'
import { createHistory, type HistoryControls, type HistoryOptions } from './history.ts'
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
export type MessageListContext<Source, ReportedUsage> = HistoryControls<Source> & {
  /** Give it all messages, every time; send what it returns. */
  prepare(messages: readonly Source[], signal?: AbortSignal): Promise<Source[]>
  /** Tell it the `usage` of every response: the token meter becomes exact. */
  report(usage: ReportedUsage | null | undefined): Promise<void>
  /**
   * Give it the error of a request that was refused as too long, and all messages again; send what it returns. Any other
   * error is thrown again.
   */
  recover(error: unknown, messages?: readonly Source[], signal?: AbortSignal): Promise<Source[]>
  /** The same for another conversation of the app, by its id; the same object for the same id. */
  for(id: string, options?: ConversationOptions): MessageListContext<Source, ReportedUsage>
}

export type ListFormat<Source, ReportedUsage> = MessageFormat<Source> & {
  readonly readUsage: (usage: ReportedUsage) => Usage
  /** `usage`: what `report` takes, for whoever gives it something else; left out where a program reports. */
  readonly form: SourceForm & { readonly usage?: string }
}

export const messageListContext = <Source, ReportedUsage>(
  options: MessageListOptions<ReportedUsage>,
  format: ListFormat<Source, ReportedUsage>,
): MessageListContext<Source, ReportedUsage> =>
  conversations(options, (own, guard) => contextOf(checkOptions(own, listRules), { ...format, guard }))

const listRules: OptionRules<Pick<MessageListOptions<never>, 'model' | 'summarise' | 'summaryModel'>> = {
  model: { ...aName, expected: "the model's name, as a text", required: true },
  summarise: aFunction,
  summaryModel: aName,
}

/** Checks the options of an agent whose model is known when it is asked. */
export function checkListOptions<ReportedUsage>(options: Partial<MessageListOptions<ReportedUsage>>): void {
  checkOptions<MessageListOptions<ReportedUsage>>({ model: 'any', ...options }, listRules)
}

type Parts<Source, ReportedUsage> = ListFormat<Source, ReportedUsage> & Required<Pick<HistoryOptions<Source>, 'guard'>>

function contextOf<Source, ReportedUsage>(
  { summarise, summaryModel, ...options }: MessageListOptions<ReportedUsage>,
  { readUsage, guard, form, createReader, write }: Parts<Source, ReportedUsage>,
): Omit<MessageListContext<Source, ReportedUsage>, 'for'> {
  const writer = summaryModel ?? options.model
  const window = (writer === options.model ? options.window : undefined) ?? modelFacts(writer).window
  const engine = contextEngine(
    { ...options, deadlineMs: options.deadlineMs ?? defaultDeadlineMs },
    {
      model: options.model,
      summariser: summarise === undefined ? null : summariserFrom({ summarise, model: writer, window, readUsage }),
    },
  )
  const { state, protected: numbers } = options
  const format: MessageFormat<Source> = {
    write,
    createReader: () => {
      const read = createReader()
      return source => {
        checkSource(source, form)
        return read(source)
      }
    },
  }
  const {
    fit,
    recover,
    report,
    use: _,
    isShared,
    ...history
  } = createHistory({
    ...{ engine, format, guard, conversation: conversationId(options.conversation) },
    ...(state === undefined ? {} : { state }),
    ...(numbers === undefined ? {} : { protected: numbers }),
  })
  return {
    ...history,
    prepare: async (messages, signal) => [...(await fit(messages, signal))],
    report: async usage => {
      if (usage != null) await report(checkUsage(usage, { readUsage, form }))
    },
    recover: async (error, messages, signal) => {
      if (error instanceof LonghandError) throw error
      const failure = providerFailureOf(error)
      if (failure.type !== 'overflow') throw error
      if (messages === undefined && isShared()) throw whose()
      return [...(await recover({ limit: failure.limit, ...(messages && { messages }), ...(signal && { signal }) }))]
    },
  }
}

/** What a provider has reported, or `bad-request`: a figure that cannot be one would spoil every later count. */
function checkUsage<ReportedUsage>(
  usage: ReportedUsage,
  { readUsage, form }: Pick<ListFormat<never, ReportedUsage>, 'readUsage' | 'form'>,
): Usage {
  const read = readUsage(usage)
  if (isUsage(read) || form.usage === undefined) return read
  const what =
    typeof usage === 'object'
      ? `an object with ${Object.keys(usage!).slice(0, 8).join(', ') || 'nothing in it'}`
      : describeValue(usage)
  throw new LonghandError(
    'bad-request',
    `report was given ${what}; it takes the usage of a response, with whole numbers of tokens, as ${form.usage}.`,
  )
}

/** Nobody knows which of two requests was refused. */
const whose = (): LonghandError =>
  new LonghandError(
    'conflict',
    'More than one conversation has come through this object. Say which was refused: recover(error, messages), or use context.for(id) with an id for each conversation.',
  )
