import type { UIMessage } from 'ai'
import { Hono } from 'hono'
import { checkMessage, type Message } from 'longhand'
import { fromUIMessages, toUIMessages } from 'longhand/ai-sdk'
import { checkPolicy } from 'longhand/internal/core'
import { type Keeping, keepTextWithin, parseLongJson, writeJson, yieldToEventLoop } from 'longhand/internal/engine'
import { z } from 'zod'
import { type AppContext, currentEngine } from '../app-context.ts'
import { bodies, ownerChanges } from '../gate/route-rule.ts'
import { jsonInPieces } from '../http/long-json.ts'
import type { RequestEnv } from '../request-env.ts'
import { foldSchema } from '../schemas/fold.ts'
import { policySchema } from '../schemas/policy.ts'
import { statusSchema } from '../schemas/status.ts'
import { bytesIn, bytesOf } from '../transfer/lines.ts'
import { describedBody, endpoint, parseRequest } from './endpoint.ts'

const message = z.looseObject({ role: z.string(), parts: z.array(z.looseObject({ type: z.string() })) })
const state = z.strictObject({
  version: z.number().int().min(1),
  folds: z.array(foldSchema),
  messages: z.number().int().min(1),
})

const wishes = z.strictObject({
  form: z.enum(['longhand', 'ui']).default('longhand'),
  /** ¶ numbers that stay word for word. */
  protected: z.array(z.number().int().min(1)).max(1_000).default([]),
  model: z.string().max(200).optional(),
  policy: policySchema.optional(),
  force: z.boolean().default(false),
  instructions: z.string().max(4_000).optional(),
})

const request = z.strictObject({
  /** All messages, every time: Longhand's, or those of the AI SDK for screens. */
  messages: z.array(message).min(1),
  compactionState: state.nullable().default(null),
  ...wishes.shape,
})

const answer = z.strictObject({
  messages: z.array(message),
  compactionState: state.nullable(),
  status: statusSchema,
  compacted: z.strictObject({ before: z.number(), after: z.number(), retention: z.number() }).nullable(),
})

/** H3 for clients that keep their own history: what to send to the model, and what to remember for the next time. */
export const stateless = (house: AppContext) =>
  new Hono<RequestEnv>().post(
    '/',
    endpoint('Fit a history that you keep into a window', answer, {
      ...ownerChanges,
      cost: 'compaction',
      // It is read, checked and fitted by threads when it is long.
      body: { ...bodies.history, json: 'streamed' },
    }),
    describedBody(request),
    async c => {
      const bytes = await bytesOf(c.req.raw.body)
      const { wishes: given, state, pieces } = await house.readers.history(bytes)
      const asked = parseRequest(wishes, given)
      const keeping = keepingFor(house, asked, c.req.raw.signal)
      const history = {
        bytes: pieces === null ? bytes : await fromScreen(pieces, keeping),
        state,
        protected: asked.protected,
      }
      const { view, state: compactionState, status, compacted } = await keepTextWithin(history, keeping)
      const messages = pieces === null ? view : await toScreen(view, keeping)
      const rest = JSON.stringify({ compactionState, status, compacted })
      return jsonInPieces(c, ['{"messages":[', ...joined(messages), `],${rest.slice(1)}`])
    },
  )

function keepingFor(context: AppContext, asked: z.output<typeof wishes>, signal: AbortSignal): Keeping {
  const { models, meter, clock, runTask, policy: usual } = currentEngine(context)
  const name = asked.model ?? models.defaultModel
  context.models.check(name)
  const { room, tools, instructions } = models.find(name)
  return {
    policy: asked.policy === undefined ? usual : checkPolicy(asked.policy),
    room,
    overhead: tools + (instructions === null ? 0 : meter.countText(instructions)),
    summariser: models.summariser(name, 'usual'),
    meter,
    clock,
    newFence: () => crypto.randomUUID().slice(0, 8),
    random: Math.random,
    signal,
    ...(runTask && { runTask }),
    ...(asked.force ? { by: 'force' } : {}),
    ...(asked.instructions === undefined ? {} : { instructions: asked.instructions }),
  }
}

/** Messages for screens as ours, a few at a time. */
async function fromScreen(pieces: readonly string[], { runTask }: Runner): Promise<Uint8Array> {
  const ours: string[] = []
  for (const piece of pieces) {
    const messages = parseRequest(
      z.array(message),
      await parseLongJson(piece, runTask),
    ) as unknown as readonly UIMessage[]
    ours.push(await writeJson(fromUIMessages(messages).map(one => checkMessage(one.message))))
    await yieldToEventLoop()
  }
  return bytesIn(['[', ...joined(ours), ']'])
}

async function toScreen(pieces: readonly string[], { runTask }: Runner): Promise<readonly string[]> {
  const shown: string[] = []
  let number = 0
  for (const piece of pieces) {
    const view = (await parseLongJson(piece, runTask)) as readonly Message[]
    shown.push(await writeJson(toUIMessages(view.map(message => ({ id: `view-${++number}`, message })))))
    await yieldToEventLoop()
  }
  return shown
}

type Runner = Pick<Keeping, 'runTask'>

/** The items of lists of JSON, as they stand in one list. */
const joined = (lists: readonly string[]): readonly string[] =>
  lists
    .map(list => list.slice(1, -1))
    .filter(list => list !== '')
    .flatMap((items, at) => (at === 0 ? [items] : [',', items]))
