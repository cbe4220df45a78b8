import { Hono } from 'hono'
import { z } from 'zod'
import type { AppContext } from '../app-context.ts'
import type { RequestEnv } from '../request-env.ts'
import { calibrationSchema } from '../schemas/app.ts'
import { endpoint, validQuery } from './endpoint.ts'

const which = z.strictObject({ model: z.string().min(1).max(200) })

/** T3 what was learnt about models from what their providers reported, to be seen and to be forgotten. */
export const calibrations = ({ engine: { storage, meter } }: AppContext) =>
  new Hono<RequestEnv>()
    .get('/', endpoint('List what was learnt about models', z.array(calibrationSchema)), async c => {
      const states = await storage.as(c.var.owner).calibrations.list()
      const rows = states.map(({ name, state, at }) => {
        const { ratio, window } = meter.figures(name, state)
        return { model: name, ratio: Number(ratio.toFixed(3)), window, at: new Date(at).toISOString() }
      })
      return c.json(rows)
    })
    .delete('/', endpoint('Forget what was learnt about a model', 'nothing'), validQuery(which), async c => {
      await storage.as(c.var.owner).calibrations.delete(c.req.valid('query').model)
      return c.body(null, 204)
    })
