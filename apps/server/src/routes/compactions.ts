import { Hono } from 'hono'
import { cancelCompaction, editSummary, redoCompaction, undoCompaction } from 'longhand/internal/engine'
import { z } from 'zod'
import { conversationState } from '../display/conversation-state.ts'
import { receiptsOf } from '../display/receipt.ts'
import type { ConversationEnv } from '../request-env.ts'
import { compactResponseSchema, receiptSchema } from '../schemas/compaction.ts'
import { conversationStateSchema, revertSchema } from '../schemas/conversation.ts'
import { compactAnswer } from './compact-answer.ts'
import { endpoint, validJson } from './endpoint.ts'

const number = z.number().int().min(1)

const request = z.strictObject({
  force: z.boolean().optional(),
  fast: z.boolean().optional(),
  preview: z.boolean().optional(),
  instructions: z.string().max(4_000).optional(),
  strategy: z.enum(['summary', 'digest']).optional(),
  upTo: number.optional(),
  keep: z.array(number).max(1_000).optional(),
  fold: z.array(number).max(1_000).optional(),
  text: z.string().min(1).max(200_000).optional(),
  rewrite: z.boolean().optional(),
})

/** Condensing: run, cancel, undo, redo, edit. */
export const compactions = () =>
  new Hono<ConversationEnv>()
    .post(
      '/compact',
      endpoint('Condense the older part now, or show what that would do', compactResponseSchema, {
        cost: 'compaction',
      }),
      validJson(request),
      async c => c.json(await compactAnswer(c.var.scope, c.req.valid('json'), c.req.raw.signal)),
    )
    .delete('/compact', endpoint('Cancel condensing; the view stays as it was', 'nothing'), async c => {
      await cancelCompaction(c.var.scope)
      return c.body(null, 204)
    })
    .get('/compactions', endpoint('List receipts, newest first', z.array(receiptSchema)), async c => {
      const { store, conversation } = c.var.scope
      const jobs = await store.compactions.list(conversation, { limit: 1_000 })
      return c.json([...receiptsOf(jobs).values()])
    })
    .post('/compactions/undo', endpoint('Undo the last condensing', revertSchema), async c => {
      const { change } = await undoCompaction(c.var.scope)
      return c.json({ ...(await conversationState(c.var.scope)), change })
    })
    .post('/compactions/redo', endpoint('Redo it', revertSchema), async c => {
      const { change } = await redoCompaction(c.var.scope)
      return c.json({ ...(await conversationState(c.var.scope)), change })
    })
    .patch(
      '/compactions/current',
      endpoint('Replace the summary with a text of your own', conversationStateSchema),
      validJson(z.strictObject({ text: z.string().max(200_000) })),
      async c => {
        await editSummary(c.var.scope, c.req.valid('json').text)
        return c.json(await conversationState(c.var.scope))
      },
    )
