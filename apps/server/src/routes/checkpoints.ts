import { Hono } from 'hono'
import { LonghandError } from 'longhand'
import { type CheckpointRow, formatNumber, maxNameLength, modelName } from 'longhand/internal/client'
import {
  type Checkpoint,
  type Models,
  type OtherModel,
  type RestoreResult,
  readSnapshot,
  restore,
  type Scope,
  withCheckpoint,
} from 'longhand/internal/engine'
import { z } from 'zod'
import type { AppContext } from '../app-context.ts'
import { defined } from '../defined.ts'
import { conversationState } from '../display/conversation-state.ts'
import type { ConversationEnv } from '../request-env.ts'
import { conversationStateSchema } from '../schemas/conversation.ts'
import { checkpointSchema } from '../schemas/place.ts'
import { endpoint, validJson } from './endpoint.ts'

const label = z.string().trim().min(1).max(maxNameLength)
const tags = z.array(z.string().trim().min(1).max(40)).max(20)

/** Named places to return to. */
export const checkpoints = ({ models }: AppContext) =>
  new Hono<ConversationEnv>()
    .get('/', endpoint('List checkpoints, newest first', z.array(checkpointSchema)), async c => {
      const { store, conversation } = c.var.scope
      const all = await store.checkpoints.list(conversation)
      return c.json(all.map(one => checkpointRow(one, models)))
    })
    .post(
      '/',
      endpoint('Save a checkpoint here', checkpointSchema),
      validJson(z.strictObject({ label, tags: tags.optional() })),
      async c => {
        const saved = await saveManualCheckpoint(c.var.scope, defined(c.req.valid('json')))
        return c.json(checkpointRow(saved, models), 201)
      },
    )
    .patch(
      '/:checkpoint',
      endpoint('Rename a checkpoint', checkpointSchema),
      validJson(z.strictObject({ label })),
      async c => {
        const { store, conversation } = c.var.scope
        const changed = await store.checkpoints.update(conversation, c.req.param('checkpoint'), c.req.valid('json'))
        return c.json(checkpointRow(changed, models))
      },
    )
    .delete('/:checkpoint', endpoint('Forget a checkpoint; the messages stay', 'nothing'), async c => {
      const { store, conversation } = c.var.scope
      await store.checkpoints.remove(conversation, c.req.param('checkpoint'))
      return c.body(null, 204)
    })
    .post(
      '/:checkpoint/restore',
      endpoint('Go back to a checkpoint; what came after stays as a branch', conversationStateSchema),
      validJson(z.strictObject({ confirm: z.boolean().default(false) })),
      async c => {
        const { scope } = c.var
        const confirmed = c.req.valid('json').confirm ? 'confirmed' : 'ask'
        checkRestored(await restore(scope, c.req.param('checkpoint'), confirmed))
        return c.json(await conversationState(scope))
      },
    )

/** A checkpoint as the timeline shows it. */
export const checkpointRow = ({ place: _, ...checkpoint }: Checkpoint, models: Models): CheckpointRow => ({
  ...checkpoint,
  at: new Date(checkpoint.at).toISOString(),
  model: checkpoint.model ?? models.defaultModel,
})

/** K3 saves a checkpoint by hand, where the conversation is now. */
export async function saveManualCheckpoint(scope: Scope, name: CheckpointName): Promise<Checkpoint> {
  const { store, conversation } = scope
  return withCheckpoint(scope, 'manual', async () => {
    const { used } = (await readSnapshot(scope)).status
    return store.checkpoints.create(conversation, { kind: 'manual', used, ...name })
  })
}

type CheckpointName = { readonly label: string; readonly tags?: readonly string[] }

/** K6 restoring under another model is possible, but needs confirmation. */
export function checkRestored(restoring: RestoreResult): Extract<RestoreResult, { type: 'restored' }> {
  if (restoring.type === 'restored') return restoring
  const { model, savedWith, window, used } = restoring
  const details = { model, savedWith, used, ...(window !== null && { window }) }
  throw new LonghandError('conflict', otherModel(restoring), { details })
}

function otherModel({ model, savedWith, window, used, fits }: OtherModel): string {
  const saved = `This checkpoint was saved with ${modelName(savedWith)}; the conversation now uses ${modelName(model)}, which may read it differently.`
  if (fits || window === null) return `${saved} Confirm to continue.`
  return `${saved} It takes ${formatNumber(used)} tokens and ${modelName(model)} holds ${formatNumber(window)}. Confirm, and the older part will be condensed.`
}
