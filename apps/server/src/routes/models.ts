import { Hono } from 'hono'
import { LonghandError } from 'longhand'
import { z } from 'zod'
import type { AppContext } from '../app-context.ts'
import { tryModel } from '../models/try-model.ts'
import type { RequestEnv } from '../request-env.ts'
import {
  calibrationSchema,
  clientWindowSchema,
  modelSchema,
  providerSchema,
  providerTestSchema,
  toolServerSchema,
} from '../schemas/app.ts'
import { endpoint, validQuery } from './endpoint.ts'

const which = z.strictObject({ model: z.string().min(1).max(200) })
const whichClient = which.extend({ client: z.string().max(200) })

/** The models that people can choose, their providers and tools, and what was learnt about them. */
export const models = ({ models, connections, relay, toolBox, gate, engine: { storage, meter } }: AppContext) =>
  new Hono<RequestEnv>()
    .get('/models', endpoint('List models, and which of them need no key', z.array(modelSchema)), c =>
      c.json(models.rows),
    )
    // The hosts of self-hosted servers, and testing providers, are only for a single user.
    .get('/providers', endpoint('List providers, and how each gets its key', z.array(providerSchema)), c =>
      c.json(connections.providers().map(row => (gate.signIn.users === 'many' ? { ...row, host: null } : row))),
    )
    .post(
      '/providers/:name/test',
      endpoint('Test it by asking one of its models for a word', providerTestSchema, { cost: 'turn' }),
      async c => {
        if (gate.signIn.users === 'many') throw new LonghandError('not-allowed', 'Ask the operator of this server.')
        const row = models.rows.find(({ provider }) => provider === c.req.param('name'))
        if (row === undefined) throw new LonghandError('not-found', 'There is no such provider here, or it has no key.')
        return c.json(await tryModel(models.find(row.id), c.var.owner))
      },
    )
    // T3 what was learnt from the reports of providers can be read and deleted.
    .get('/calibrations', endpoint('List what was learnt about models', z.array(calibrationSchema)), async c => {
      const states = await storage.as(c.var.owner).calibrations.list()
      const rows = states.map(({ name, state, at }) => {
        const { ratio, window } = meter.figures(name, state)
        return { model: name, ratio: Number(ratio.toFixed(3)), window, at: new Date(at).toISOString() }
      })
      return c.json(rows)
    })
    .delete(
      '/calibrations',
      endpoint('Delete what was learnt about a model', 'nothing'),
      validQuery(which),
      async c => {
        await storage.as(c.var.owner).calibrations.delete(c.req.valid('query').model)
        return c.body(null, 204)
      },
    )
    // H4.15 so can what was learnt from programs that compact by themselves.
    .get('/client-windows', endpoint('List windows that programs believe in', z.array(clientWindowSchema)), c =>
      c.json(
        relay.windows.learnt(c.var.owner).map(({ at, until, ...row }) => ({
          ...row,
          at: new Date(at).toISOString(),
          until: new Date(until).toISOString(),
        })),
      ),
    )
    .delete('/client-windows', endpoint('Forget the window of a program', 'nothing'), validQuery(whichClient), c => {
      relay.windows.forget({ owner: c.var.owner, ...c.req.valid('query') })
      return c.body(null, 204)
    })
    // H7 the tool servers that the configuration names.
    .get('/tools', endpoint('List tool servers and what they offer', z.array(toolServerSchema)), c =>
      c.json(toolBox.rows()),
    )
