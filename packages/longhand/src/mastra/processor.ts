import type { ModelMessage } from 'ai'
import { joinNeighbours } from '../ai-sdk/convert/alternate.ts'
import { fromModelMessage, toModelMessages } from '../ai-sdk/convert/convert.ts'
import { LonghandError } from '../core/errors.ts'
import type { Usage } from '../engine/ports/chat-model.ts'
import type { HistoryControls } from '../history/history.ts'
import { type MessageListContext, type MessageListOptions, messageListContext } from '../history/message-list.ts'
import { openMemory } from '../stores/memory/open.ts'

/** How the conversations of an agent are compacted; all of it may be left out. */
export type MastraOptions = Partial<Omit<MessageListOptions<MastraUsage>, 'conversation' | 'state' | 'protected'>>

/** What Mastra tells of a step. */
type MastraUsage = {
  readonly inputTokens?: number
  readonly outputTokens?: number
  readonly cachedInputTokens?: number
  readonly reasoningTokens?: number
}

/** A processor of Mastra's agents, and the controls of each conversation. */
export type MastraProcessor = {
  readonly id: 'longhand'
  processLLMRequest(args: RequestArgs): Promise<{ prompt: never } | undefined>
  processLLMResponse(args: ResponseArgs): Promise<void>
  processAPIError(args: ErrorArgs): Promise<{ retry: boolean }>
  /** What an app can ask of a conversation: its receipts, undo, protection. By the id of its thread, once it has begun. */
  for(thread: string): HistoryControls<ModelMessage>
}

type StepArgs = {
  /** Shared by all calls about one request. */
  readonly state: Record<string, unknown>
  readonly requestContext?: { get(key: never): unknown } | undefined
  readonly abortSignal?: AbortSignal | undefined
}
type RequestArgs = StepArgs & { readonly prompt: readonly unknown[]; readonly model: { readonly modelId: string } }
type ResponseArgs = StepArgs & { readonly chunks: readonly { readonly type: string; readonly payload?: unknown }[] }
type ErrorArgs = StepArgs & { readonly error: unknown }

type Context = MessageListContext<ModelMessage, MastraUsage>
type Asked = { readonly context: Context; readonly whole: readonly ModelMessage[] }

/**
 * Keeps every conversation of a Mastra agent within its model's window: `new Agent({ inputProcessors: [processor],
 * errorProcessors: [processor] })`. Its memory keeps all messages.
 */
export function longhandProcessor(options: MastraOptions = {}): MastraProcessor {
  const { model: named, ...shared } = { store: openMemory(), ...options }
  const contexts = new Map<string, Context>()
  let newest = named ?? null

  /** One context for each model, on one store: a conversation goes on when its model changes. */
  function contextFor(model: string): Context {
    const found = contexts.get(model) ?? messageListContext<ModelMessage, MastraUsage>({ ...shared, model }, format)
    contexts.set(model, found)
    return found
  }

  return {
    id: 'longhand',
    async processLLMRequest({ prompt, model, state, requestContext, abortSignal }) {
      newest = named ?? model.modelId
      const thread = threadIn(requestContext)
      const all = contextFor(newest)
      const context = thread === null ? all : all.for(thread)
      const whole = prompt as readonly ModelMessage[]
      state.longhand = { context, whole } satisfies Asked
      const sent = await context.prepare(whole, abortSignal).catch(nameThread)
      const isSame = sent.length === whole.length && sent.every((message, at) => message === whole[at])
      return isSame ? undefined : { prompt: joinNeighbours(sent) as never }
    },
    async processLLMResponse({ chunks, state }) {
      await askedIn(state)?.context.report(usageIn(chunks))
    },
    async processAPIError({ error, state, abortSignal }) {
      const asked = askedIn(state)
      if (asked === null) return { retry: false }
      const recovered = asked.context.recover(error, asked.whole, abortSignal)
      // What it could send instead is prepared again when the request is; any other error is the app's.
      return recovered.then(
        () => ({ retry: true }),
        () => ({ retry: false }),
      )
    },
    for(thread) {
      if (newest !== null) return contextFor(newest).for(thread)
      throw new LonghandError('bad-request', `Nothing was sent in ${thread} yet. Ask the agent first.`)
    },
  }
}

const askedIn = ({ longhand }: Record<string, unknown>): Asked | null => (longhand as Asked | undefined) ?? null

/** Mastra tells processors of its memory under this name. */
function threadIn(requestContext: StepArgs['requestContext']): string | null {
  const memory = requestContext?.get('MastraMemory' as never) as
    | { readonly thread?: { readonly id?: string } }
    | undefined
  return memory?.thread?.id ?? null
}

function usageIn(chunks: ResponseArgs['chunks']): MastraUsage | null {
  const payloads = chunks.map(
    ({ payload }) => payload as { readonly output?: { readonly usage?: MastraUsage } } | undefined,
  )
  return payloads.findLast(payload => payload?.output?.usage !== undefined)?.output?.usage ?? null
}

const format = {
  form: { roles: ['system', 'user', 'assistant', 'tool'], forScreens: 'Send messages of models.' },
  createReader: () => (message: ModelMessage) => [fromModelMessage(message)],
  write: toModelMessages,
  readUsage: ({ inputTokens, outputTokens, cachedInputTokens, reasoningTokens }: MastraUsage): Usage => ({
    ...{ input: inputTokens ?? 0, output: outputTokens ?? 0 },
    ...{ cacheRead: cachedInputTokens ?? 0, cacheWrite: 0, reasoning: reasoningTokens ?? 0 },
  }),
}

function nameThread(error: unknown): never {
  if (!(error instanceof LonghandError) || error.code !== 'conflict') throw error
  throw new LonghandError(
    'conflict',
    'Two conversations go through this agent at the same time. Name each: agent.generate(input, { memory: { thread, resource } }).',
    { cause: error },
  )
}
