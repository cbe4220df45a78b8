import { Hono } from 'hono'
import { LonghandError } from 'longhand'
import type { BranchRow } from 'longhand/internal/client'
import { type BranchTip, moveHead, protectMessage, type Scope } from 'longhand/internal/engine'
import { z } from 'zod'
import { conversationState } from '../display/conversation-state.ts'
import type { ConversationEnv } from '../request-env.ts'
import { conversationStateSchema } from '../schemas/conversation.ts'
import { branchSchema } from '../schemas/place.ts'
import { endpoint, validJson } from './endpoint.ts'

const place = z.strictObject({ line: z.string().regex(/^\d{1,9}$/), head: z.number().int().min(0) })
const protection = z.strictObject({ number: z.number().int().min(1), action: z.enum(['protect', 'release']) })

/** Branches, and messages that are kept word for word. */
export const branches = () =>
  new Hono<ConversationEnv>()
    .get('/branches', endpoint('List branches, newest first', z.array(branchSchema)), async c => {
      const { store, conversation } = c.var.scope
      return c.json((await store.branches.list(conversation)).map(branchRow))
    })
    .post(
      '/branches/switch',
      endpoint('Switch to another branch', conversationStateSchema),
      validJson(place),
      async c => {
        const { line, head } = c.req.valid('json')
        await moveHead(c.var.scope, { line: Number(line), depth: head }, 'move')
        return c.json(await conversationState(c.var.scope))
      },
    )
    .post(
      '/branches/fork',
      endpoint('Fork a branch after an entry', conversationStateSchema),
      validJson(z.strictObject({ entry: z.string().max(200).optional() })),
      async c => {
        const { scope, conversation } = c.var
        const { entry } = c.req.valid('json')
        const at = entry === undefined ? conversation.head : await placeOf(scope, entry)
        await moveHead(scope, { line: at.line, depth: at.depth }, 'fork')
        return c.json(await conversationState(scope))
      },
    )
    .post(
      '/protection',
      endpoint('Keep a message word for word, or release it', conversationStateSchema),
      validJson(protection),
      async c => {
        const { number, action } = c.req.valid('json')
        await protectMessage(c.var.scope, number, action)
        return c.json(await conversationState(c.var.scope))
      },
    )

const branchRow = ({ tip, preview, at, current }: BranchTip): BranchRow => ({
  line: String(tip.line),
  head: tip.depth,
  preview,
  at: new Date(at).toISOString(),
  current,
})

async function placeOf({ store, conversation }: Scope, id: string) {
  const [found] = await store.entries.find(conversation, [id])
  if (found === undefined) throw new LonghandError('not-found', 'There is no such entry in this conversation.')
  return { line: found.line, depth: found.entry.depth }
}
