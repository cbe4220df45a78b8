import type { MiddlewareHandler } from 'hono'
import { scopeOf } from 'longhand/internal/engine'
import { engineOf, type House } from '../app-context.ts'
import type { AskedOf } from '../request-env.ts'

/** Finds the conversation that a request names, before anything is done to it: what belongs to someone else is not found. */
export function findConversation(house: House): MiddlewareHandler<AskedOf> {
  return async (c, next) => {
    const scope = scopeOf(engineOf(house), c.var.owner, c.req.param('id') ?? '')
    const conversation = await scope.store.conversations.get(scope.conversation)
    c.set('scope', scope)
    c.set('conversation', conversation)
    if (c.req.method === 'GET') return next()
    return house.authors.during(conversation.id, c.var.run, next)
  }
}
