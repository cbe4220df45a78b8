import { Hono } from 'hono'
import { LonghandError } from 'longhand'
import type { DeletedRow } from 'longhand/internal/client'
import { type Conversation, type Store, scopeOf } from 'longhand/internal/engine'
import { z } from 'zod'
import { type AppContext, currentEngine } from '../app-context.ts'
import { conversationState } from '../display/conversation-state.ts'
import { titleOf } from '../display/title.ts'
import type { RequestEnv } from '../request-env.ts'
import { conversationStateSchema, deletedRowSchema } from '../schemas/conversation.ts'
import { endpoint } from './endpoint.ts'

/** How long the storage keeps what was deleted. */
const keptMs = 30 * 24 * 60 * 60_000

/** D2 conversations that were deleted and can be brought back. */
export const deleted = (context: AppContext) =>
  new Hono<RequestEnv>()
    .get('/', endpoint('List deleted conversations that can be brought back', z.array(deletedRowSchema)), async c => {
      const { conversations, projects } = context.engine.storage.as(c.var.owner)
      const [all, living] = await Promise.all([allDeleted(conversations), projects.list()])
      const ids = new Set(living.map(({ id }) => id))
      // What died with its project stays with it.
      const own = all.filter(({ project }) => project === null || ids.has(project))
      return c.json(own.map(deletedRow).slice(0, maxListed))
    })
    .post(
      '/:id/restore',
      endpoint('Bring back a deleted conversation, with all that belongs to it', conversationStateSchema, {
        audit: 'restore',
      }),
      async c => {
        const scope = scopeOf(currentEngine(context), c.var.owner, c.req.param('id'))
        await scope.store.conversations.undelete(scope.conversation)
        return c.json(await conversationState(scope))
      },
    )
    .delete(
      '/:id',
      endpoint('Erase a deleted conversation at once and for ever', 'nothing', { audit: 'erase' }),
      async c => {
        const { conversations } = context.engine.storage.as(c.var.owner)
        const living = await conversations.get(c.req.param('id')).catch(() => null)
        if (living !== null) throw new LonghandError('conflict', 'It is not deleted. Delete it first.')
        await conversations.purge(c.req.param('id'))
        return c.body(null, 204)
      },
    )

const maxListed = 200

/** Those that were deleted last come first, whenever something was said in them. */
async function allDeleted(conversations: Store['conversations']): Promise<readonly Conversation[]> {
  const found: Conversation[] = []
  let from: string | null = null
  do {
    const page = await conversations.list({ deleted: 'only', limit: 200, ...(from !== null && { from }) })
    found.push(...page.conversations)
    from = page.next
  } while (from !== null)
  return found.toSorted((a, b) => b.deletedAt! - a.deletedAt!)
}

function deletedRow(conversation: Conversation): DeletedRow {
  const deletedAt = conversation.deletedAt!
  return {
    id: conversation.id,
    title: titleOf(conversation),
    messages: conversation.totals.messages,
    deletedAt: new Date(deletedAt).toISOString(),
    keptUntil: new Date(deletedAt + keptMs).toISOString(),
  }
}
