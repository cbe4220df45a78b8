import { Hono } from 'hono'
import { LonghandError } from 'longhand'
import { checkPolicy } from 'longhand/internal/core'
import { z } from 'zod'
import type { House } from '../app-context.ts'
import { ownerChanges, ownerReads } from '../gate/route-rule.ts'
import type { Asked } from '../request-env.ts'
import { settingsShape } from '../schemas/app.ts'
import { policyShape } from '../schemas/policy.ts'
import { does, takes } from './endpoint.ts'

const model = z.string().max(200)

const change = z.strictObject({
  policy: policyShape.optional(),
  model: model.optional(),
  summaryModel: model.optional(),
  fastModel: model.optional(),
  instructions: z.string().max(4_000).optional(),
  windows: z.record(model, z.number().int().min(1_000).max(100_000_000)).optional(),
})

/** What holds for every conversation that has no wishes of its own. */
export const settings = ({ settings, models, gate }: House) =>
  new Hono<Asked>()
    .get('/', does('Read the settings, and where each comes from', settingsShape, ownerReads), c =>
      c.json(settings.current()),
    )
    .patch('/', does('Change settings', settingsShape, ownerChanges), takes(change), async c => {
      if (gate.signIn.people === 'many') throw shared()
      const { policy, ...rest } = c.req.valid('json')
      const writers = [rest.summaryModel, rest.fastModel].filter(name => name !== 'auto')
      for (const name of [rest.model, ...writers, ...Object.keys(rest.windows ?? {})])
        if (name !== undefined) models.check(name)
      const given = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined))
      return c.json(await settings.change(policy === undefined ? given : { ...given, policy: checkPolicy(policy) }))
    })

const shared = () =>
  new LonghandError('not-allowed', 'These settings hold for everyone here. Ask whoever runs this server.')
