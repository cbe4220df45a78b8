import type { ModelMessage } from 'ai'
import { joinNeighbours } from '../ai-sdk/convert/alternate.ts'
import { fromModelMessage, toModelMessages } from '../ai-sdk/convert/convert.ts'
import type { Usage } from '../engine/ports/chat-model.ts'
import { contextsByModel, nameThreads } from '../history/contexts-by-model.ts'
import type { HistoryControls } from '../history/history.ts'
import {
  checkListOptions,
  type MessageListContext,
  type MessageListOptions,
  messageListContext,
} from '../history/message-list.ts'
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
  checkListOptions(shared)
  const contexts = contextsByModel(named ?? null, model =>
    messageListContext<ModelMessage, MastraUsage>({ ...shared, model }, format),
  )

  return {
    id: 'longhand',
    async processLLMRequest({ prompt, model, state, requestContext, abortSignal }) {
      const context = contexts.find(model.modelId, threadIn(requestContext))
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
    for: contexts.for,
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
  form: { roles: ['system', 'user', 'assistant', 'tool'], forScreens: 'Send model messages.' },
  createReader: () => (message: ModelMessage) => [fromModelMessage(message)],
  write: toModelMessages,
  readUsage: ({ inputTokens, outputTokens, cachedInputTokens, reasoningTokens }: MastraUsage): Usage => ({
    ...{ input: inputTokens ?? 0, output: outputTokens ?? 0 },
    ...{ cacheRead: cachedInputTokens ?? 0, cacheWrite: 0, reasoning: reasoningTokens ?? 0 },
  }),
}

const nameThread = nameThreads('agent.generate(input, { memory: { thread, resource } })')
