import type { UIMessage } from 'ai'
import { Hono } from 'hono'
import { checkMessage, checkPolicy, type Message } from 'longhand'
import { fromUIMessages, toUIMessages } from 'longhand/ai-sdk'
import { type Keeping, keepWithin } from 'longhand/engine'
import { z } from 'zod'
import type { Asked } from '../asked.ts'
import { bodies, ownerChanges } from '../gate/route-rule.ts'
import { engineOf, type House } from '../house.ts'
import { foldShape } from '../shapes/fold.ts'
import { policyShape } from '../shapes/policy.ts'
import { statusShape } from '../shapes/status.ts'
import { does, takes } from './take.ts'

const message = z.looseObject({ role: z.string(), parts: z.array(z.looseObject({ type: z.string() })) })
const state = z.strictObject({
  version: z.number().int().min(1),
  folds: z.array(foldShape),
  messages: z.number().int().min(1),
})

const request = z.strictObject({
  /** All messages, every time: Longhand's, or those of the AI SDK for screens. */
  messages: z.array(message).min(1),
  form: z.enum(['longhand', 'ui']).default('longhand'),
  compactionState: state.nullable().default(null),
  /** ¶ numbers that stay word for word. */
  protected: z.array(z.number().int().min(1)).max(1_000).default([]),
  model: z.string().max(200).optional(),
  policy: policyShape.optional(),
  force: z.boolean().default(false),
  instructions: z.string().max(4_000).optional(),
})

const answer = z.strictObject({
  messages: z.array(message),
  compactionState: state.nullable(),
  status: statusShape,
  compacted: z.strictObject({ before: z.number(), after: z.number(), retention: z.number() }).nullable(),
})

/** H3 for clients that keep their own history: what to send to the model, and what to remember for the next time. */
export const stateless = (house: House) =>
  new Hono<Asked>().post(
    '/',
    does('Fit a history that you keep into a window', answer, {
      ...ownerChanges,
      cost: 'compaction',
      body: bodies.history,
    }),
    takes(request),
    async c => {
      const asked = c.req.valid('json')
      const ours = asked.form === 'longhand' ? asked.messages.map(checkMessage) : fromScreen(asked.messages)
      const kept = { messages: ours, state: asked.compactionState, protected: asked.protected }
      const within = await keepWithin(kept, keepingFor(house, asked, c.req.raw.signal))
      const { view, state: compactionState, status, compacted } = within
      return c.json({ messages: asked.form === 'ui' ? toScreen(view) : view, compactionState, status, compacted })
    },
  )

function keepingFor(house: House, asked: z.output<typeof request>, signal: AbortSignal): Keeping {
  const { models, meter, clock, runTask, policy: usual } = engineOf(house)
  const name = asked.model ?? models.usual
  house.models.check(name)
  const { room, tools, instructions } = models.find(name)
  return {
    policy: asked.policy === undefined ? usual : checkPolicy(asked.policy),
    room,
    overhead: tools + (instructions === null ? 0 : meter.countText(instructions)),
    summariser: models.summariser(name, 'usual'),
    meter,
    clock,
    newFence: () => crypto.randomUUID().slice(0, 8),
    chance: Math.random,
    signal,
    ...(runTask && { runTask }),
    ...(asked.force ? { by: 'force' } : {}),
    ...(asked.instructions === undefined ? {} : { instructions: asked.instructions }),
  }
}

const fromScreen = (messages: readonly unknown[]): readonly Message[] =>
  fromUIMessages(messages as readonly UIMessage[]).map(({ message }) => checkMessage(message))

const toScreen = (view: readonly Message[]): readonly UIMessage[] =>
  toUIMessages(view.map((message, at) => ({ id: `view-${at + 1}`, message })))
