import type { MiddlewareHandler } from 'hono'
import { scopeOf } from 'longhand/internal/engine'
import { type AppContext, currentEngine } from '../app-context.ts'
import type { ConversationEnv } from '../request-env.ts'

/** Finds the conversation that a request names, before anything is done to it: what belongs to someone else is not found. */
export function findConversation(context: AppContext): MiddlewareHandler<ConversationEnv> {
  return async (c, next) => {
    const scope = scopeOf(currentEngine(context), c.var.owner, c.req.param('id') ?? '')
    const conversation = await scope.store.conversations.get(scope.conversation)
    c.set('scope', scope)
    c.set('conversation', conversation)
    if (c.req.method === 'GET') return next()
    return context.authors.during(conversation.id, c.var.run, next)
  }
}
