import { atMessage } from '../core/at-message.ts'
import { checkItems } from '../core/check-items.ts'
import type { ContextOptions } from '../history/context.ts'
import { contextsByModel, nameThreads } from '../history/contexts-by-model.ts'
import type { HistoryControls } from '../history/history.ts'
import { checkListOptions, messageListContext } from '../history/message-list.ts'
import { openMemory } from '../stores/memory/open.ts'
import {
  type LangchainModel,
  nameOf,
  summariseWith,
  type TextRequest,
  type UsageMetadata,
  usageOf,
} from './langchain-model.ts'
import { ownMessage } from './own-message.ts'
import { createPlainReader, type LangchainMessage, type PlainMessage, toPlain, writePlain } from './plain-message.ts'

/** How the conversations of an agent are compacted; all of it may be left out. */
export type LangchainOptions = Omit<ContextOptions, 'conversation' | 'state' | 'protected'> & {
  /** The provider's name for the agent's model, if its class does not say it. */
  readonly model?: string
  /** Writes the summaries: the agent's own model by default. With null there are only extracts of the originals. */
  readonly summariser?: LangchainModel | null
}

/** A middleware of LangChain's agents, and the controls of each conversation. */
export type LangchainMiddleware = {
  readonly name: string
  wrapModelCall<Request extends ModelRequest, Response>(
    request: Request,
    handler: (request: Request) => Response | Promise<Response>,
  ): Promise<Response>
  /** What an app can ask of a conversation: its receipts, undo, protection. By its `thread_id`, once it has begun. */
  for(thread: string): HistoryControls<PlainMessage>
}

/** What LangChain asks a model with, as far as it is used here. */
type ModelRequest = {
  readonly model: unknown
  readonly messages: LangchainMessage[]
  readonly runtime?: {
    readonly configurable?: { readonly thread_id?: string } | undefined
    readonly signal?: AbortSignal | undefined
  }
}

/**
 * Keeps every conversation of a LangChain agent within its model's window:
 * `createAgent({ model, tools, middleware: [longhandMiddleware()] })`. The agent's state keeps all messages.
 */
export function longhandMiddleware(options: LangchainOptions = {}): LangchainMiddleware {
  const { summariser, model: named, ...shared } = { store: openMemory(), ...options }
  checkListOptions(shared)
  const models = new Map<string, LangchainModel>()
  const contexts = contextsByModel(named ?? null, name => {
    const summarise = (request: TextRequest) => summariseWith(summariser ?? models.get(name) ?? null, request)
    const writer = summariser ? { summarise, summaryModel: nameOf(summariser) } : { summarise }
    return messageListContext<PlainMessage, UsageMetadata>(
      { ...shared, model: name, ...(summariser === null ? {} : writer) },
      { form, createReader: createPlainReader, write: writePlain, readUsage: usageOf },
    )
  })

  return {
    name: 'Longhand',
    async wrapModelCall(request, handler) {
      checkItems(request.messages, { name: 'messages', code: 'bad-message', item: 'a LangChain message' })
      const { configurable, signal } = request.runtime ?? {}
      const model = request.model as LangchainModel
      const name = named ?? nameOf(model)
      models.set(name, model)
      const context = contexts.find(name, configurable?.thread_id ?? null)
      const given = new Map(request.messages.map((message, at) => [atMessage(at, () => plainOf(message)), message]))
      const whole = [...given.keys()]
      const ask = async (sent: readonly PlainMessage[]) =>
        handler({ ...request, messages: await Promise.all(sent.map(one => given.get(one) ?? ownMessage(one))) })
      let sent = await context.prepare(whole, signal).catch(nameThread)
      for (;;) {
        const answered = await ask(sent).then(
          response => ({ response }),
          error => ({ error }),
        )
        if ('response' in answered) {
          await context.report(reportedIn(answered.response))
          return answered.response
        }
        sent = await context.recover(answered.error, whole, signal)
      }
    },
    for: contexts.for,
  }
}

const form = {
  roles: ['system', 'user', 'assistant', 'tool'],
  forScreens: 'Send LangChain messages.',
}

/** Messages that are known are the same object, so that a long history is compared at once. */
const plainOf = (() => {
  const known = new WeakMap<LangchainMessage, PlainMessage>()
  return (message: LangchainMessage): PlainMessage => {
    const plain = known.get(message) ?? toPlain(message)
    known.set(message, plain)
    return plain
  }
})()

const nameThread = nameThreads('agent.invoke(input, { configurable: { thread_id } })')

/** An answer is a message, or with a structured response a list that begins with one. */
function reportedIn(response: unknown): UsageMetadata | null {
  const { messages, usage_metadata } = (response ?? {}) as {
    readonly messages?: readonly { readonly usage_metadata?: UsageMetadata }[]
    readonly usage_metadata?: UsageMetadata
  }
  return usage_metadata ?? messages?.[0]?.usage_metadata ?? null
}
