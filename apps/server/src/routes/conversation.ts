import { Hono } from 'hono'
import { maxNameLength } from 'longhand/internal/client'
import { checkPolicy, type Json } from 'longhand/internal/core'
import { type Conversation, readSnapshot, scopeOf } from 'longhand/internal/engine'
import { z } from 'zod'
import type { AppContext } from '../app-context.ts'
import { defined } from '../defined.ts'
import { clientNameOf } from '../display/client-name.ts'
import { conversationState } from '../display/conversation-state.ts'
import { conversationUsage } from '../display/conversation-usage.ts'
import { entryPage } from '../display/entry-page.ts'
import { fileRow } from '../display/file-row.ts'
import { longJson } from '../http/long-json.ts'
import type { ConversationEnv } from '../request-env.ts'
import { conversationStateSchema, statusSchema, usageSchema } from '../schemas/conversation.ts'
import { entryPageSchema, viewSchema } from '../schemas/entry.ts'
import { instructionsSchema } from '../schemas/instructions.ts'
import { policySchema } from '../schemas/policy.ts'
import { copyConversation } from '../transfer/copy-conversation.ts'
import { endpoint, validJson, validQuery } from './endpoint.ts'

const change = z.strictObject({
  title: z.string().trim().min(1).max(maxNameLength).optional(),
  model: z.string().max(200).optional(),
  project: z.string().nullable().optional(),
  policy: policySchema.optional(),
  pinned: z.boolean().optional(),
  instructions: instructionsSchema.nullable().optional(),
  temperature: z.number().min(0).max(2).nullable().optional(),
})

const stretch = z.strictObject({
  before: z.coerce.number().int().min(1).optional(),
  around: z.coerce.number().int().min(1).optional(),
  limit: z.coerce.number().int().min(1).max(500).default(100),
})

/** One conversation: what it is, what was said, what the model reads. */
export const conversation = (context: AppContext) =>
  new Hono<ConversationEnv>()
    .get('/', endpoint('Read the state of a conversation', conversationStateSchema), async c =>
      c.json(await conversationState(c.var.scope)),
    )
    .patch(
      '/',
      endpoint('Rename or pin it, or change its model, project, policy or instructions', conversationStateSchema),
      validJson(change),
      async c => {
        const { scope, conversation } = c.var
        const { title, model, project, policy, ...own } = c.req.valid('json')
        if (model !== undefined) context.models.check(model)
        const changed = { ...defined(own), ...(policy && { policy: checkPolicy(policy) }) }
        const settings = Object.keys(changed).length > 0 ? { ...settingsOf(conversation), ...changed } : undefined
        await scope.store.conversations.update(conversation.id, defined({ title, model, project, settings }))
        return c.json(await conversationState(scope))
      },
    )
    .post('/copy', endpoint('Copy it, to go on here', conversationStateSchema, { cost: 'transfer' }), async c => {
      const { owner, scope, conversation } = c.var
      const id = crypto.randomUUID()
      await copyConversation(scope, { id, model: usableModel(context, conversation) }, context.readers.exportLines)
      return c.json(await conversationState(scopeOf(scope.engine, owner, id)), 201)
    })
    .delete('/', endpoint('Delete it; it can be brought back for 30 days', 'nothing', { audit: 'delete' }), async c => {
      await c.var.scope.store.conversations.delete(c.var.conversation.id)
      return c.body(null, 204)
    })
    .get(
      '/entries',
      endpoint('Read a page of what was said, newest page first', entryPageSchema),
      validQuery(stretch),
      async c => longJson(c, await entryPage(c.var.scope, c.req.valid('query'))),
    )
    .get('/status', endpoint('Read how full the window is', statusSchema), async c =>
      c.json((await readSnapshot(c.var.scope)).status),
    )
    .get('/usage', endpoint('Read what all of its answers took', usageSchema, { cost: 'transfer' }), async c =>
      c.json(await conversationUsage(c.var.scope)),
    )
    .get('/view', endpoint('Read what the model reads', viewSchema), async c => {
      const { view, instructions, files, status, chatModel } = await readSnapshot(c.var.scope)
      // A program that writes here sends tools of its own, which are not kept.
      const tools = clientNameOf(c.var.conversation) === null ? context.models.toolsOf(chatModel.name) : []
      return longJson(c, { messages: view, instructions, files: files.map(fileRow), tools, status })
    })

const settingsOf = ({ settings }: { readonly settings: Json }): { readonly [key: string]: Json } =>
  typeof settings === 'object' && settings !== null && !Array.isArray(settings) ? (settings as never) : {}

/** The model of a conversation, when it can be asked from here; null for the default one. */
function usableModel({ models }: AppContext, { model }: Conversation): string | null {
  try {
    if (model !== null) models.check(model)
    return model
  } catch {
    return null
  }
}
