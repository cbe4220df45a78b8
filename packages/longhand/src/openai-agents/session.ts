import type { AgentInputItem, CallModelInputFilter, RunContext, Session } from '@openai/agents'
import { checkItems } from '../core/check-items.ts'
import { describeValue } from '../core/describe-value.ts'
import { LonghandError } from '../core/errors.ts'
import type { Usage } from '../engine/ports/chat-model.ts'
import { callbacksOf } from '../history/callbacks.ts'
import { checkJson } from '../history/check-json.ts'
import { conversationId } from '../history/context.ts'
import type { HistoryControls } from '../history/history.ts'
import { type MessageListOptions, messageListContext } from '../history/message-list.ts'
import { memorySession } from './memory-session.ts'
import { type AgentStep, createStepReader, itemsOf, stepsOf, writeSteps } from './steps.ts'

/** The model, how a summary is asked for, and where items are kept. */
export type AgentSessionOptions = Omit<MessageListOptions<RequestUsage>, 'conversation'> & {
  /** Names the conversation, also in the store; by default the id of `underlyingSession`. */
  readonly sessionId?: string
  /** Keeps every item; a list in memory unless another session is given. */
  readonly underlyingSession?: Session
}

/** What the agents SDK tells of a request. */
type RequestUsage = {
  readonly inputTokens: number
  readonly outputTokens: number
  readonly inputTokensDetails?: Readonly<Record<string, number>>
  readonly outputTokensDetails?: Readonly<Record<string, number>>
}

/** A session of the agents SDK that keeps every item, and what fits of them for the model. */
export type AgentSession = Session &
  HistoryControls<AgentStep> & {
    /** Give it to every run along with the session: it makes each request fit, also inside a tool loop. */
    readonly callModelInputFilter: CallModelInputFilter
    /** Give it the error of a run that was refused as too long, and run again; any other error is thrown again. */
    recover(error: unknown): Promise<void>
  }

/**
 * A conversation of OpenAI's agents SDK, kept within its model's window:
 * `run(agent, input, { session, callModelInputFilter: session.callModelInputFilter })`.
 */
export async function longhandSession(options: AgentSessionOptions): Promise<AgentSession> {
  checkSessionOptions(options)
  const { sessionId, underlyingSession = memorySession(sessionId ?? conversationId(undefined)), ...shared } = options
  const conversation = sessionId ?? (await underlyingSession.getSessionId())
  const {
    prepare,
    report,
    recover,
    for: _,
    ...controls
  } = messageListContext<AgentStep, RequestUsage>(
    { ...shared, conversation },
    { form, createReader: createStepReader, write: writeSteps, readUsage: usageOf },
  )
  let isFiltered = false
  const tell = callbacksOf(shared)
  /** The SDK tells a session of its requests, and a filter of its input: requests without input went out whole. */
  const noticeMissingFilter = (requests: number): void => {
    if (isFiltered || requests === 0) return
    isFiltered = true
    tell({ type: 'warning', owner: '', conversation, code: 'bad-request', sentence: missingFilter })
  }
  return {
    ...controls,
    getSessionId: async () => conversation,
    getItems: limit => underlyingSession.getItems(limit),
    popItem: () => underlyingSession.popItem(),
    clearSession: () => underlyingSession.clearSession(),
    // Makes the SDK tell of the run that the items belong to.
    ...{ acceptsRunContext: true },
    async addItems(items: AgentInputItem[], run?: RunContext) {
      checkItems(items, givenItems)
      for (const [at, item] of items.entries()) checkJson(item, `items[${at}]`)
      await underlyingSession.addItems(items)
      noticeMissingFilter(run?.usage.requests ?? 0)
      await report(run?.usage.requestUsageEntries?.at(-1))
    },
    async callModelInputFilter({ modelData }) {
      isFiltered = true
      checkItems(modelData.input, givenItems)
      const steps = stepsOf(modelData.input)
      const given = new Map(steps.map(({ step, items }) => [step, items]))
      const sent = await prepare([...given.keys()])
      return { ...modelData, input: sent.flatMap(step => given.get(step) ?? itemsOf(step)) }
    },
    recover: async error => {
      if (error instanceof LonghandError) throw error
      await recover(error)
    },
  }
}

const givenItems = { name: 'items', code: 'bad-message', item: 'an item in the agents SDK’s format' } as const

const missingFilter =
  'A run used this session without its filter, so all of the conversation was sent. Give it both: run(agent, input, { session, callModelInputFilter: session.callModelInputFilter }).'

const form = { roles: ['system', 'user', 'assistant', 'tool'], forScreens: 'Send items in the agents SDK’s format.' }

const usageOf = ({ inputTokens, outputTokens, inputTokensDetails, outputTokensDetails }: RequestUsage): Usage => ({
  input: inputTokens,
  output: outputTokens,
  cacheRead: inputTokensDetails?.cached_tokens ?? 0,
  cacheWrite: 0,
  reasoning: outputTokensDetails?.reasoning_tokens ?? 0,
})

/** What is here called otherwise than at the other doors would be taken for something else. */
function checkSessionOptions(options: unknown): void {
  if (typeof options !== 'object' || options === null)
    throw new LonghandError(
      'bad-config',
      `The options are ${describeValue(options)}; pass an object with at least the model, as { model }.`,
    )
  if ('conversation' in options)
    throw new LonghandError('bad-config', 'There is no option "conversation". Did you mean sessionId?')
}
