import type { LanguageModel, LanguageModelMiddleware, LanguageModelUsage, ModelMessage } from 'ai'
import { type ContextOptions, contextEngine, conversationId } from '../history/context.ts'
import { createHistory, type History } from '../history/history.ts'
import { modelFacts } from '../tokens/models.ts'
import { fromModelMessages, toModelMessages } from './convert/convert.ts'
import { contextMiddleware } from './middleware.ts'
import { loadSdk } from './sdk.ts'
import { createSummariser } from './summariser.ts'
import { usageOf } from './usage.ts'

/** Keeps a conversation of an AI SDK app within its model's window. */
export type Longhand = Omit<History<ModelMessage>, 'fit' | 'recover' | 'report'> & {
  /** Give it all messages, every time; send what it returns. */
  prepare(messages: readonly ModelMessage[], signal?: AbortSignal): Promise<ModelMessage[]>
  /** The same before every step of a tool loop, with or without `prepare`: `streamText({ prepareStep: context.prepareStep })`. */
  prepareStep(step: Step): Promise<{ messages: ModelMessage[] }>
  /** Learns from the reported usage: `streamText({ onStepEnd: context.onStepEnd })`. */
  onStepEnd(step: { readonly usage: LanguageModelUsage }): Promise<void>
  /** For `wrapLanguageModel`: learns from the reported usage, and sends less when the provider reports an overflow. */
  readonly middleware: LanguageModelMiddleware
}

/** What `streamText` and `generateText` pass to `prepareStep`, whatever the tools. */
type Step = {
  readonly stepNumber: number
  readonly initialMessages: readonly ModelMessage[]
  readonly responseMessages: readonly ModelMessage[]
}

/** The model, who writes its summaries, and how the conversation is compacted. */
export type LonghandOptions = ContextOptions & {
  readonly model: LanguageModel
  /** Writes the summaries: the chat's own model by default. With null there are only extracts of the originals. */
  readonly summariser?: LanguageModel | null
}

/** One conversation of an AI SDK app, kept within the window of its model. */
export function longhand(options: LonghandOptions): Longhand {
  const { model, summariser = model, window } = options
  const name = nameOf(model)
  const engine = contextEngine(options, {
    model: name,
    summariser: summariser === null ? null : summariserOf(summariser, summariser === model ? window : undefined),
  })
  const { fit, recover, report, ...history } = createHistory<ModelMessage>({
    engine,
    conversation: conversationId(options.conversation),
    format: { createReader: () => source => fromModelMessages([source]), write: toModelMessages },
    ...(options.state === undefined ? {} : { state: options.state }),
    ...(options.protected === undefined ? {} : { protected: options.protected }),
  })
  let whole: readonly ModelMessage[] = []
  let prepared: readonly ModelMessage[] | null = null
  let isWrapped = false

  return {
    ...history,
    async prepare(messages, signal) {
      // Fails now if it is not installed, not when the first summary is written.
      await loadSdk()
      whole = messages
      prepared = await fit(messages, signal)
      return [...prepared]
    },
    async prepareStep({ initialMessages, responseMessages }) {
      // What was prepared is the short form of a history that we know; anything else is the history itself.
      const history = prepared !== null && isSameList(initialMessages, prepared) ? whole : initialMessages
      return { messages: [...(await fit([...history, ...responseMessages]))] }
    },
    async onStepEnd({ usage }) {
      const reported = usageOf([{ usage }])
      if (reported !== null && !isWrapped) await report(reported)
    },
    middleware: contextMiddleware(recover, async usage => {
      isWrapped = true
      await report(usage)
    }),
  }
}

function summariserOf(model: LanguageModel, window: number | undefined) {
  const name = nameOf(model)
  return createSummariser({ model, name, window: window ?? modelFacts(name).window })
}

const isSameList = (one: readonly unknown[], other: readonly unknown[]): boolean =>
  one.length === other.length && one.every((value, at) => value === other[at])

const nameOf = (model: LanguageModel): string => (typeof model === 'string' ? model : model.modelId)
