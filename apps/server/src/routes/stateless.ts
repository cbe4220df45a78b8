import type { UIMessage } from 'ai'
import { Hono } from 'hono'
import { checkMessage, type Message, type Receipt } from 'longhand'
import { fromUIMessages, toUIMessages } from 'longhand/ai-sdk'
import { checkPolicy, measuredRetention } from 'longhand/internal/core'
import {
  countMessage,
  createEngine,
  type Engine,
  localOwner,
  parseLongJson,
  yieldToEventLoop,
} from 'longhand/internal/engine'
import {
  createHistory,
  fitOnce,
  type History,
  type HistoryMessage,
  type HistoryRequest,
  type MessageFormat,
} from 'longhand/internal/history'
import { openMemory } from 'longhand/memory'
import { z } from 'zod'
import { type AppContext, currentEngine } from '../app-context.ts'
import { defined } from '../defined.ts'
import { bodies } from '../gate/route-rule.ts'
import { longJson } from '../http/long-json.ts'
import type { RequestEnv } from '../request-env.ts'
import { receiptSchema } from '../schemas/compaction.ts'
import { statusSchema } from '../schemas/conversation.ts'
import { foldSchema } from '../schemas/entry.ts'
import { policySchema } from '../schemas/policy.ts'
import { bytesOf } from '../transfer/lines.ts'
import { type DisplayMessage, displayAnswer, stateFromDisplay } from './display-history.ts'
import { describedBody, endpoint, parseRequest } from './endpoint.ts'

const message = z.looseObject({ role: z.string(), parts: z.array(z.looseObject({ type: z.string() })) })
const state = z.strictObject({
  version: z.number().int().min(1),
  folds: z.array(foldSchema),
  messages: z.number().int().min(1),
  /** How the first message and the last folded one begin: a state is refused for others. */
  words: z.array(z.string().max(80)).max(2).optional(),
})

const options = z.strictObject({
  form: z.enum(['longhand', 'ui']).default('longhand'),
  /** ¶ numbers that stay word for word. */
  protected: z.array(z.number().int().min(1)).max(1_000).default([]),
  model: z.string().max(200).optional(),
  policy: policySchema.optional(),
  force: z.boolean().default(false),
  instructions: z.string().max(4_000).optional(),
})

/** The state of an app that displays all messages and sends a summary and those from `apiStartIndex` on. */
const displayState = z.strictObject({
  ...{ version: z.number().int().min(1), compactedAt: z.string(), summaryMessage: message },
  apiStartIndex: z.number().int().min(0),
  summarizedRange: z.strictObject({ fromIndex: z.number(), toIndex: z.number(), messageCount: z.number() }),
  ...{ folds: state.shape.folds.optional(), messages: state.shape.messages.optional(), words: state.shape.words },
})

const request = z.strictObject({
  /** All messages, every time: Longhand's, or those of the AI SDK for screens. */
  messages: z.array(message).min(1),
  /** What the app would send by itself; it follows from messages and state and may be left out. */
  apiMessages: z.array(message).min(1).optional(),
  compactionState: z.union([state, displayState]).nullable().default(null),
  ...options.shape,
})

const outcome = {
  status: statusSchema,
  compacted: z
    .strictObject({
      before: z.number(),
      after: z.number(),
      /** Null where there were too few facts to measure it. */
      retention: z.number().nullable(),
      warnings: receiptSchema.shape.warnings,
    })
    .nullable(),
}

/** `apiMessages` for messages with ids and no named form, `messages` for the others. */
const answer = z.union([
  z.strictObject({ messages: z.array(message), compactionState: state.nullable(), ...outcome }),
  z.strictObject({ apiMessages: z.array(message), compactionState: displayState.nullable(), ...outcome }),
])

/** H3 for clients that keep their own history: what to send to the model, and what to remember for the next time. */
export const stateless = (app: AppContext) =>
  new Hono<RequestEnv>().post(
    '/',
    endpoint('Fit a history that you keep into a window', answer, {
      cost: 'compaction',
      // It is read, checked and counted by threads when it is long.
      body: { ...bodies.history, json: 'streamed' },
    }),
    describedBody(request),
    async c => {
      const read = await app.readers.history(await bytesOf(c.req.raw.body))
      const asked = parseRequest(options, read.options)
      const engine = await engineFor(app, c.var.owner, asked)
      const sources = await sourcesIn(read, engine)
      const history = createHistory({
        engine,
        conversation: crypto.randomUUID(),
        format: counted,
        state: read.display === null ? read.state : stateFromDisplay(read.display, sources),
        protected: asked.protected,
        count: countOnce(engine),
      })
      const { instructions } = asked
      const force = asked.force ? defined({ trigger: 'person' as const, instructions }) : null
      const given = sources.flatMap(({ messages }) => messages)
      const { messages, receipt } = await fitOnce(history, given, { force, signal: c.req.raw.signal })
      app.spending.dollars(c.var.owner, receipt?.cost ?? null)
      const fitted = await answerIn(read, history, { sources, view: messages.map(one => one.message) })
      return longJson(c, {
        ...fitted,
        status: history.status(),
        compacted: receipt && compactedOf(receipt),
      })
    },
  )

type Fitted = { readonly sources: readonly DisplayMessage[]; readonly view: readonly Message[] }

/** What to send and what to remember, in the form of the request. */
async function answerIn(
  { form, display }: HistoryRequest,
  history: History<HistoryMessage>,
  { sources, view }: Fitted,
) {
  const now = new Date().toISOString()
  if (form === 'display') return displayAnswer(history, sources, { display, now })
  return { messages: form === 'ui' ? await toScreen(view) : view, compactionState: history.state() }
}

const compactedOf = (receipt: Receipt) => ({
  before: receipt.before,
  after: receipt.after,
  retention: measuredRetention(receipt),
  warnings: receipt.warnings,
})

/** An engine for one request. What the server has learnt about the model applies here too. */
async function engineFor(app: AppContext, owner: string, asked: z.output<typeof options>): Promise<Engine> {
  const { storage: own, models, policy: usual, ...parts } = currentEngine(app)
  const model = asked.model ?? models.defaultModel
  app.models.check(model)
  const storage = openMemory({ now: parts.clock.now, entries: 'given' })
  const learnt = await own.as(owner).calibrations.get(model)
  if (learnt !== null) await storage.as(localOwner).calibrations.put(model, learnt)
  const policy = asked.policy === undefined ? usual : checkPolicy(asked.policy)
  return createEngine({
    ...parts,
    storage,
    models: {
      defaultModel: model,
      find: name => models.find(name),
      summariser: (name, pace) => models.summariser(name, pace),
      lacksKey: (name, pace) => models.lacksKey?.(name, pace) ?? false,
      prices: name => models.prices(name),
    },
    // A single request has no use for a summary prepared in advance.
    policy: { ...policy, prepare: Number.POSITIVE_INFINITY },
    onEvent: () => {},
  })
}

const counted: MessageFormat<HistoryMessage> = {
  createReader: () => source => [source.message],
  write: messages => messages.map(message => ({ message, count: 0 })),
}

const counts = new WeakMap<Message, number>()

/** Messages that were counted while the request was parsed are not counted again. */
const countOnce = (engine: Engine) => async (message: Message) => counts.get(message) ?? countMessage(engine, message)

/** The messages of a request, a few at a time. */
async function sourcesIn({ pieces, form }: HistoryRequest, { runTask }: Engine): Promise<readonly DisplayMessage[]> {
  const sources: DisplayMessage[] = []
  for (const piece of pieces) {
    const parsed = await parseLongJson(piece, runTask)
    for (const one of form === 'longhand' ? ownMessages(parsed as HistoryMessage[]) : fromScreen(parsed)) {
      sources.push(one)
    }
    await yieldToEventLoop()
  }
  return sources
}

const ownMessages = (parsed: readonly HistoryMessage[]): readonly DisplayMessage[] =>
  parsed.map(one => {
    counts.set(one.message, one.count)
    return { source: null, messages: [one] }
  })

const fromScreen = (parsed: unknown): readonly DisplayMessage[] =>
  (parseRequest(z.array(message), parsed) as unknown as readonly UIMessage[]).map(source => ({
    source,
    messages: fromUIMessages([source]).map(one => ({ message: checkMessage(one.message), count: 0 })),
  }))

async function toScreen(view: readonly Message[]): Promise<readonly UIMessage[]> {
  const shown: UIMessage[] = []
  for (let at = 0; at < view.length; at += screenful) {
    const part = view.slice(at, at + screenful)
    shown.push(...toUIMessages(part.map((message, index) => ({ id: `view-${at + index + 1}`, message }))))
    await yieldToEventLoop()
  }
  return shown
}

const screenful = 200
