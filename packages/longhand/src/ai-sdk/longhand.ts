import type { LanguageModel, LanguageModelMiddleware, LanguageModelUsage, ModelMessage } from 'ai'
import type { OnEvent } from '../engine/ports/events.ts'
import { type AnswerWriter, answerPartOf } from '../history/answer-part-of.ts'
import { checkOptions, type OptionRules } from '../history/check-options.ts'
import { checkList } from '../history/check-source.ts'
import { type ContextOptions, contextEngine, conversationId, defaultDeadlineMs } from '../history/context.ts'
import { type ConversationOptions, conversations } from '../history/conversations.ts'
import { createHistory, type HistoryControls, type HistoryOptions } from '../history/history.ts'
import { modelFacts } from '../tokens/models.ts'
import { answeredApprovals } from './answered-approvals.ts'
import { fromModelMessage, toModelMessages } from './convert/convert.ts'
import { holdsMessages } from './holds-messages.ts'
import { type CallHooks, contextMiddleware } from './middleware.ts'
import { loadSdk } from './sdk.ts'
import { shortForms } from './short-forms.ts'
import { createSummariser } from './summariser.ts'
import { usageOf } from './usage.ts'

/** Keeps a conversation of an AI SDK app within its model's window. */
export type Longhand = HistoryControls<ModelMessage> & {
  /** Give it all messages, every time; send what it returns. */
  prepare(messages: readonly ModelMessage[], signal?: AbortSignal): Promise<ModelMessage[]>
  /**
   * The same before every step, with or without `prepare`: `streamText({ prepareStep: context.prepareStep })`. The model
   * that it returns learns from the reported usage, and sends less when the provider reports an overflow.
   */
  prepareStep(step: Step): Promise<{ messages: ModelMessage[]; model?: LanguageModel }>
  /** Learns from the reported usage if `prepareStep` is not used: `streamText({ onStepEnd: context.onStepEnd })`. */
  onStepEnd(step: { readonly usage: LanguageModelUsage }): Promise<void>
  /**
   * A model wrapped with it needs nothing else: `wrapLanguageModel({ model, middleware: context.middleware })`. It
   * treats every prompt as the whole history, makes it fit, learns from the reported usage, and sends less when the
   * provider reports an overflow. If `prepare` or `prepareStep` is also used, they make it fit.
   */
  readonly middleware: LanguageModelMiddleware
  /**
   * Writes `data-context` and `data-compaction` parts into an answer's stream, until the returned function is called or
   * the next answer is written: `createUIMessageStream({ execute: ({ writer }) => { context.writeTo(writer); … } })`.
   */
  writeTo(writer: AnswerWriter): () => void
  /** The same for another conversation of the app, by its id; the same object for the same id. */
  for(id: string, options?: ConversationOptions): Longhand
}

/** What `streamText`, `generateText` and `ToolLoopAgent` pass to `prepareStep`, whatever the tools. */
type Step = {
  readonly messages: readonly ModelMessage[]
  readonly model?: LanguageModel
  readonly initialMessages?: readonly ModelMessage[]
  readonly responseMessages?: readonly ModelMessage[]
}

/** The model, who writes its summaries, and how the conversation is compacted. */
export type LonghandOptions = ContextOptions & {
  readonly model: LanguageModel
  /** Writes the summaries: the chat's own model by default. With null there are only extracts of the originals. */
  readonly summariser?: LanguageModel | null
}

/** One conversation of an AI SDK app, kept within the window of its model; `for(id)` gives the others. */
export function longhand(options: LonghandOptions): Longhand {
  return conversations(options, (own, guard) => contextOf(checkOptions(own, rules), guard))
}

const isModel = (value: unknown): boolean => {
  if (typeof value === 'string') return value.trim() !== ''
  const { modelId, doGenerate } = (value ?? {}) as Readonly<Record<string, unknown>>
  return typeof modelId === 'string' && typeof doGenerate === 'function'
}

const rules: OptionRules<Pick<LonghandOptions, 'model' | 'summariser'>> = {
  model: { expected: "a model of the AI SDK, as anthropic('claude-sonnet-4-5')", accepts: isModel, required: true },
  summariser: {
    expected: 'a model of the AI SDK, or null for extracts of the originals',
    accepts: value => value === null || isModel(value),
  },
}

function contextOf(
  options: LonghandOptions,
  guard: NonNullable<HistoryOptions<ModelMessage>['guard']>,
): Omit<Longhand, 'for'> {
  const { model, summariser = model, window } = options
  const name = nameOf(model)
  let writer: AnswerWriter | null = null
  const onEvent: OnEvent = event => {
    const part = answerPartOf(event)
    if (part !== null) writer?.write(part)
    options.onEvent?.(event)
  }
  const engine = contextEngine(
    { ...options, onEvent, deadlineMs: options.deadlineMs ?? defaultDeadlineMs },
    {
      model: name,
      summariser: summariser === null ? null : summariserOf(summariser, summariser === model ? window : undefined),
    },
  )
  const { fit, recover, report, use, isShared, ...history } = createHistory<ModelMessage>({
    engine,
    conversation: conversationId(options.conversation),
    format: { createReader: () => source => [fromModelMessage(source)], write: toModelMessages },
    guard,
    ...(options.state === undefined ? {} : { state: options.state }),
    ...(options.protected === undefined ? {} : { protected: options.protected }),
  })
  const forms = shortForms<ModelMessage>()
  let last: { readonly whole: readonly ModelMessage[]; readonly sent: readonly ModelMessage[] } | null = null
  let isReported = false
  let isWrapped = false
  const thinking = { isBound: false }

  async function send(whole: readonly ModelMessage[], signal?: AbortSignal): Promise<ModelMessage[]> {
    const fitted = await fit(whole, signal)
    const waiting = answeredApprovals(whole)
    const sent = waiting.some(message => fitted.includes(message)) ? [...fitted] : [...fitted, ...waiting]
    forms.add(sent, whole)
    last = { whole, sent }
    return sent
  }

  /** A call that is made with the messages of the last request, unless others have asked in between. */
  const lastFor = (prompt: readonly unknown[]) =>
    last !== null && (!isShared() || holdsMessages(prompt, last.sent)) ? last.whole : null

  const hooksFor = (
    find: (prompt: readonly unknown[]) => readonly ModelMessage[] | null,
  ): Omit<CallHooks, 'prepare'> => ({
    thinking,
    begin: prompt => use(find(prompt) ?? []),
    recover: async ({ prompt, ...refused }) => {
      const messages = find(prompt)
      return messages === null ? null : recover({ ...refused, messages })
    },
    report: async usage => {
      isReported = true
      await report(usage)
    },
  })

  const ofApp: CallHooks = {
    ...hooksFor(prompt => (last === null ? asMessages(prompt) : lastFor(prompt))),
    prepare: async (prompt, signal) => {
      const given = asMessages(prompt)
      if (last !== null) return isSame(last.sent, last.whole) ? null : given
      const sent = await fit(given, signal)
      return isSame(sent, given) ? null : sent
    },
    report: async usage => {
      isWrapped = true
      isReported = true
      await report(usage)
    },
  }
  const ofStep = (whole: readonly ModelMessage[], sent: readonly ModelMessage[]): CallHooks => {
    const hooks = hooksFor(() => whole)
    return {
      ...hooks,
      prepare: async prompt => (isSame(sent, whole) ? null : asMessages(prompt)),
      // A model that the app has wrapped itself has reported this call already.
      report: async usage => void (isWrapped || (await hooks.report(usage))),
    }
  }

  return {
    ...history,
    async prepare(messages, signal) {
      // Fails now if it is not installed, not when the first summary is written.
      await loadSdk()
      return send(messages, signal)
    },
    async prepareStep(step) {
      const { messages, model: asked, initialMessages, responseMessages } = step ?? {}
      checkList(messages)
      const given = initialMessages === undefined ? messages : [...initialMessages, ...(responseMessages ?? [])]
      // What was handed out is the short form of a history that we know; anything else is the history itself.
      const whole = forms.expand(messages) ?? given
      const sent = await send(whole)
      if (isWrapped || asked === undefined || typeof asked === 'string') return { messages: sent }
      const { wrapLanguageModel } = await loadSdk()
      const middleware = contextMiddleware(ofStep(whole, sent))
      return { messages: sent, model: wrapLanguageModel({ model: asked as never, middleware }) }
    },
    async onStepEnd({ usage }) {
      const reported = usageOf([{ usage }])
      if (reported !== null && !isReported) await report(reported)
    },
    writeTo(to) {
      writer = to
      return () => {
        if (writer === to) writer = null
      }
    },
    middleware: contextMiddleware(ofApp),
  }
}

/** A prompt is made of messages in their strictest form. */
const asMessages = (prompt: readonly unknown[]): readonly ModelMessage[] => prompt as readonly ModelMessage[]

const isSame = (sent: readonly ModelMessage[], whole: readonly ModelMessage[]): boolean =>
  sent.length === whole.length && sent.every((message, at) => message === whole[at])

function summariserOf(model: LanguageModel, window: number | undefined) {
  const name = nameOf(model)
  return createSummariser({ model, name, window: window ?? modelFacts(name).window })
}

const nameOf = (model: LanguageModel): string => (typeof model === 'string' ? model : model.modelId)
