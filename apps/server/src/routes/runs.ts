import { Hono } from 'hono'
import { LonghandError } from 'longhand'
import type { RecoveryRow } from 'longhand/internal/client'
import type { Recovery, Store } from 'longhand/internal/engine'
import { z } from 'zod'
import type { AppContext } from '../app-context.ts'
import { titleOf } from '../display/title.ts'
import { bodies } from '../gate/route-rule.ts'
import type { RequestEnv } from '../request-env.ts'
import { recoverySchema } from '../schemas/place.ts'
import { endpoint, validJson } from './endpoint.ts'

/** After four missed heartbeats a tab is gone. */
const silentMs = 20_000

const run = z.strictObject({ conversation: z.string(), client: z.enum(['web', 'terminal']).default('web') })

/** K7 which tabs and terminals have a conversation open, and which of them went silent without detaching. */
export const runs = ({ engine, attached }: AppContext) =>
  new Hono<RequestEnv>()
    .post(
      '/',
      endpoint('Attach a tab or terminal to a conversation', z.strictObject({ id: z.string() })),
      validJson(run),
      async c => {
        const id = crypto.randomUUID()
        const { conversation, client } = c.req.valid('json')
        await engine.storage.as(c.var.owner).runs.attach({ id, conversation, client })
        attached.set(id, c.var.owner)
        return c.json({ id }, 201)
      },
    )
    .post('/:run/heartbeat', endpoint('Send a heartbeat', 'nothing'), async c => {
      const known = await engine.storage.as(c.var.owner).runs.beat(c.req.param('run'))
      if (!known) throw new LonghandError('not-found', 'This run is not known any more. Attach again.')
      return c.body(null, 204)
    })
    .post(
      '/:run/leave',
      endpoint('Detach cleanly: nothing to recover', 'nothing', { body: bodies.optionalJson }),
      async c => {
        await engine.storage.as(c.var.owner).runs.leave(c.req.param('run'))
        if (attached.get(c.req.param('run')) === c.var.owner) attached.delete(c.req.param('run'))
        return c.body(null, 204)
      },
    )

async function recoveryRow(store: Store, { run, title, checkpoint }: Recovery): Promise<RecoveryRow> {
  const { totals, preview } = await store.conversations.get(run.conversation)
  return {
    run: run.id,
    conversation: run.conversation,
    title: titleOf({ title }),
    checkpoint: checkpoint?.id ?? null,
    label: checkpoint?.label ?? titleOf({ title }),
    at: new Date(checkpoint?.at ?? run.seenAt).toISOString(),
    number: totals.messages,
    preview: preview?.text ?? null,
  }
}

const maxOffered = 50

/** Conversations that may not have closed cleanly: a client offers those whose run it knows to be dead. */
export const recovery = ({ engine }: AppContext) =>
  new Hono<RequestEnv>()
    .get(
      '/',
      endpoint('List runs that went silent without leaving, newest first', z.array(recoverySchema)),
      async c => {
        const store = engine.storage.as(c.var.owner)
        const unclean = await store.runs.unclean({ silentMs })
        return c.json(await Promise.all(unclean.slice(0, maxOffered).map(found => recoveryRow(store, found))))
      },
    )
    .post('/dismiss', endpoint('Dismiss them', 'nothing'), async c => {
      const { runs } = engine.storage.as(c.var.owner)
      const unclean = await runs.unclean({ silentMs })
      await Promise.all(unclean.map(({ run }) => runs.leave(run.id)))
      return c.body(null, 204)
    })
