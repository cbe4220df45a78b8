import { Hono } from 'hono'
import { LonghandError } from 'longhand'
import { maxNameLength } from 'longhand/internal/client'
import { createConversation, type Memory, type Scope, scopeOf } from 'longhand/internal/engine'
import { z } from 'zod'
import { type AppContext, currentEngine } from '../app-context.ts'
import { defined } from '../defined.ts'
import { conversationRow } from '../display/conversation-row.ts'
import { conversationState, newConversationState } from '../display/conversation-state.ts'
import { memoryMessage } from '../memories/memory-message.ts'
import type { RequestEnv } from '../request-env.ts'
import { conversationRowSchema, conversationStateSchema } from '../schemas/conversation.ts'
import { appendMessages } from '../transfer/append-messages.ts'
import { loadSample } from '../transfer/load-sample.ts'
import { endpoint, validJson, validQuery } from './endpoint.ts'

const query = z.strictObject({
  search: z.string().max(maxNameLength).optional(),
  /** `none` for those of no project. */
  project: z.string().optional(),
  pinned: z.literal('only').optional(),
  /** The `longhand-next` header of the previous page. */
  before: z.string().max(100).optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
})

const conversation = z.strictObject({
  title: z.string().trim().min(1).max(maxNameLength).optional(),
  model: z.string().max(200).optional(),
  project: z.string().optional(),
  sample: z.boolean().optional(),
  /** Conversations whose memories it begins with. */
  memories: z.array(z.string()).max(20).optional(),
})

/** All conversations of an owner. */
export const conversations = (context: AppContext) =>
  new Hono<RequestEnv>()
    .get(
      '/',
      endpoint('List conversations, newest first', z.array(conversationRowSchema)),
      validQuery(query),
      async c => {
        const { search, project, pinned, before, limit } = c.req.valid('query')
        const page = await context.engine.storage.as(c.var.owner).conversations.list({
          limit,
          ...(search && { search }),
          ...(pinned && { pinned }),
          ...(project && { project: project === 'none' ? null : project }),
          ...(before && { from: before }),
        })
        if (page.next !== null) c.header('longhand-next', page.next)
        return c.json(page.conversations.map(one => conversationRow(one, context.models)))
      },
    )
    .post('/', endpoint('Create a conversation', conversationStateSchema), validJson(conversation), async c => {
      const { title, model, project, sample, memories = [] } = c.req.valid('json')
      if (model !== undefined) context.models.check(model)
      const scope = scopeOf(currentEngine(context), c.var.owner, crypto.randomUUID())
      const remembered = await memoriesOf(scope, memories)
      const created = await createConversation(scope, defined({ title, model, project }))
      if (sample) await loadSample(scope)
      if (remembered.length > 0) await appendMessages(scope, [memoryMessage(remembered)])
      const isEmpty = !sample && remembered.length === 0
      return c.json(isEmpty ? await newConversationState(scope, created) : await conversationState(scope), 201)
    })

/** The memories that a new conversation starts with; when one is missing, nothing is created. */
async function memoriesOf({ store }: Scope, conversations: readonly string[]): Promise<readonly Memory[]> {
  const found = await Promise.all(conversations.map(id => store.memories.get(id)))
  if (found.includes(null)) throw new LonghandError('not-found', 'One of these conversations has no memory yet.')
  return found.filter(memory => memory !== null)
}
