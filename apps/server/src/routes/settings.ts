import { Hono } from 'hono'
import { LonghandError } from 'longhand'
import { checkPolicy } from 'longhand/internal/core'
import { z } from 'zod'
import type { AppContext } from '../app-context.ts'
import { defined } from '../defined.ts'
import type { RequestEnv } from '../request-env.ts'
import { settingsSchema } from '../schemas/app.ts'
import { policySchema } from '../schemas/policy.ts'
import { endpoint, validJson } from './endpoint.ts'

const model = z.string().max(200)

const change = z.strictObject({
  policy: policySchema.optional(),
  model: model.optional(),
  summaryModel: model.optional(),
  fastModel: model.optional(),
  instructions: z.string().max(4_000).optional(),
  titles: z.enum(['model', 'first-words']).optional(),
  windows: z.record(model, z.number().int().min(1_000).max(100_000_000)).optional(),
})

/** The settings of every conversation that does not override them. */
export const settings = ({ settings, models, gate }: AppContext) =>
  new Hono<RequestEnv>()
    .get('/', endpoint('Read the settings, and where each comes from', settingsSchema), c => c.json(settings.current()))
    .patch('/', endpoint('Change settings', settingsSchema), validJson(change), async c => {
      if (gate.signIn.users === 'many') throw shared()
      const { policy, ...rest } = c.req.valid('json')
      const writers = [rest.summaryModel, rest.fastModel].filter(name => name !== 'auto')
      for (const name of [rest.model, ...writers, ...Object.keys(rest.windows ?? {})])
        if (name !== undefined) models.check(name)
      return c.json(await settings.change(defined({ ...rest, policy: policy && checkPolicy(policy) })))
    })

const shared = () =>
  new LonghandError('not-allowed', 'These settings apply to everyone here. Ask the operator of this server.')
