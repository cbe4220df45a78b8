import { Hono } from 'hono'
import { LonghandError } from 'longhand'
import { formatNumber } from 'longhand/internal/client'
import { type RestoreResult, restore } from 'longhand/internal/engine'
import { z } from 'zod'
import type { AppContext } from '../app-context.ts'
import { checkpointRow } from '../display/checkpoint-row.ts'
import { conversationState } from '../display/conversation-state.ts'
import { ownerChanges, ownerDeletes, ownerReads } from '../gate/route-rule.ts'
import type { ConversationEnv } from '../request-env.ts'
import { conversationStateSchema } from '../schemas/conversation.ts'
import { checkpointSchema } from '../schemas/place.ts'
import { endpoint, validJson } from './endpoint.ts'
import { saveManualCheckpoint } from './save-manual-checkpoint.ts'

const label = z.string().trim().min(1).max(200)
const tags = z.array(z.string().trim().min(1).max(40)).max(20)

/** Named places to return to. */
export const checkpoints = ({ models }: AppContext) =>
  new Hono<ConversationEnv>()
    .get('/', endpoint('List checkpoints, newest first', z.array(checkpointSchema), ownerReads), async c => {
      const { store, conversation } = c.var.scope
      const all = await store.checkpoints.list(conversation)
      return c.json(all.map(one => checkpointRow(one, models)))
    })
    .post(
      '/',
      endpoint('Save a checkpoint here', checkpointSchema, ownerChanges),
      validJson(z.strictObject({ label, tags: tags.optional() })),
      async c => {
        const { label, tags } = c.req.valid('json')
        const saved = await saveManualCheckpoint(c.var.scope, tags === undefined ? { label } : { label, tags })
        return c.json(checkpointRow(saved, models), 201)
      },
    )
    .patch(
      '/:checkpoint',
      endpoint('Rename a checkpoint', checkpointSchema, ownerChanges),
      validJson(z.strictObject({ label })),
      async c => {
        const { store, conversation } = c.var.scope
        const changed = await store.checkpoints.update(conversation, c.req.param('checkpoint'), c.req.valid('json'))
        return c.json(checkpointRow(changed, models))
      },
    )
    .delete('/:checkpoint', endpoint('Forget a checkpoint; the messages stay', 'nothing', ownerDeletes), async c => {
      const { store, conversation } = c.var.scope
      await store.checkpoints.remove(conversation, c.req.param('checkpoint'))
      return c.body(null, 204)
    })
    .post(
      '/:checkpoint/restore',
      endpoint('Go back to a checkpoint; what came after stays as a branch', conversationStateSchema, ownerChanges),
      validJson(z.strictObject({ confirm: z.boolean().default(false) })),
      async c => {
        const { scope } = c.var
        const confirmed = c.req.valid('json').confirm ? 'confirmed' : 'ask'
        checkRestored(await restore(scope, c.req.param('checkpoint'), confirmed))
        return c.json(await conversationState(scope))
      },
    )

/** K6 restoring under a smaller window is possible, but needs confirmation. */
export function checkRestored(restoring: RestoreResult): Extract<RestoreResult, { type: 'restored' }> {
  if (restoring.type === 'restored') return restoring
  const { model, window, used } = restoring
  throw new LonghandError(
    'conflict',
    `This checkpoint takes ${formatNumber(used)} tokens and ${model} holds ${formatNumber(window)}. Confirm, and the older part will be condensed.`,
    { details: { model, window, used } },
  )
}
