import { Hono } from 'hono'
import { z } from 'zod'
import type { House } from '../app-context.ts'
import { ownerDeletes, ownerReads } from '../gate/route-rule.ts'
import type { Asked } from '../request-env.ts'
import { learntShape } from '../schemas/app.ts'
import { asks, does } from './endpoint.ts'

const which = z.strictObject({ model: z.string().min(1).max(200) })

/** T3 what was learnt about models from what their providers reported, to be seen and to be forgotten. */
export const learnt = ({ engine: { storage, meter } }: House) =>
  new Hono<Asked>()
    .get('/', does('List what was learnt about models', z.array(learntShape), ownerReads), async c => {
      const states = await storage.as(c.var.owner).calibrations.list()
      const rows = states.map(({ name, state, at }) => {
        const { ratio, window } = meter.figures(name, state)
        return { model: name, ratio: Number(ratio.toFixed(3)), window, at: new Date(at).toISOString() }
      })
      return c.json(rows)
    })
    .delete('/', does('Forget what was learnt about a model', 'nothing', ownerDeletes), asks(which), async c => {
      await storage.as(c.var.owner).calibrations.delete(c.req.valid('query').model)
      return c.body(null, 204)
    })
