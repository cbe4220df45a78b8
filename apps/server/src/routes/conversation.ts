import { Hono } from 'hono'
import { checkPolicy, type Json } from 'longhand/internal/core'
import { readSnapshot } from 'longhand/internal/engine'
import { z } from 'zod'
import type { House } from '../app-context.ts'
import { conversationState } from '../display/conversation-state.ts'
import { entryPage } from '../display/entry-page.ts'
import { ownerChanges, ownerDeletes, ownerReads } from '../gate/route-rule.ts'
import { longJson } from '../http/long-json.ts'
import type { AskedOf } from '../request-env.ts'
import { conversationStateShape } from '../schemas/conversation.ts'
import { entryPageShape, viewShape } from '../schemas/entry.ts'
import { policyShape } from '../schemas/policy.ts'
import { statusShape } from '../schemas/status.ts'
import { asks, does, takes } from './endpoint.ts'

const change = z.strictObject({
  title: z.string().trim().min(1).max(200).optional(),
  model: z.string().max(200).optional(),
  project: z.string().nullable().optional(),
  policy: policyShape.optional(),
})

const stretch = z.strictObject({
  before: z.coerce.number().int().min(1).optional(),
  around: z.coerce.number().int().min(1).optional(),
  limit: z.coerce.number().int().min(1).max(500).default(100),
})

/** One conversation: what it is, what was said, what the model reads. */
export const conversation = (house: House) =>
  new Hono<AskedOf>()
    .get('/', does('Read where a conversation stands', conversationStateShape, ownerReads), async c =>
      c.json(await conversationState(c.var.scope)),
    )
    .patch(
      '/',
      does('Rename it, or change its model, project or policy', conversationStateShape, ownerChanges),
      takes(change),
      async c => {
        const { scope, conversation } = c.var
        const { title, model, project, policy } = c.req.valid('json')
        if (model !== undefined) house.models.check(model)
        await scope.store.conversations.update(conversation.id, {
          ...(title === undefined ? {} : { title }),
          ...(model === undefined ? {} : { model }),
          ...(project === undefined ? {} : { project }),
          ...(policy === undefined ? {} : { settings: { ...settingsOf(conversation), policy: checkPolicy(policy) } }),
        })
        return c.json(await conversationState(scope))
      },
    )
    .delete('/', does('Delete it; it can be brought back for 30 days', 'nothing', ownerDeletes), async c => {
      await c.var.scope.store.conversations.delete(c.var.conversation.id)
      return c.body(null, 204)
    })
    .get(
      '/entries',
      does('Read a page of what was said, newest page first', entryPageShape, ownerReads),
      asks(stretch),
      async c => longJson(c, await entryPage(c.var.scope, c.req.valid('query'))),
    )
    .get('/status', does('Read how full the window is', statusShape, ownerReads), async c =>
      c.json((await readSnapshot(c.var.scope)).status),
    )
    .get('/view', does('Read what the model reads', viewShape, ownerReads), async c => {
      const { view, status } = await readSnapshot(c.var.scope)
      return longJson(c, { messages: view, status })
    })

const settingsOf = ({ settings }: { readonly settings: Json }): { readonly [key: string]: Json } =>
  typeof settings === 'object' && settings !== null && !Array.isArray(settings) ? (settings as never) : {}
