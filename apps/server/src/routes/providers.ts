import { Hono } from 'hono'
import { LonghandError } from 'longhand'
import { z } from 'zod'
import type { AppContext } from '../app-context.ts'
import { tryModel } from '../models/try-model.ts'
import type { RequestEnv } from '../request-env.ts'
import { providerSchema, providerTrySchema } from '../schemas/app.ts'
import { endpoint } from './endpoint.ts'

/** Model providers. The hosts of one's own servers, and testing them, are only for a single user. */
export const providers = ({ providers, models, gate }: AppContext) =>
  new Hono<RequestEnv>()
    .get('/', endpoint('List providers, and how each gets its key', z.array(providerSchema)), c =>
      c.json(gate.signIn.users === 'many' ? providers.map(row => ({ ...row, host: null })) : providers),
    )
    .post(
      '/:name/test',
      endpoint('Test it by asking one of its models for a word', providerTrySchema, { cost: 'turn' }),
      async c => {
        if (gate.signIn.users === 'many') throw new LonghandError('not-allowed', 'Ask whoever runs this server.')
        const row = models.rows.find(({ provider }) => provider === c.req.param('name'))
        if (row === undefined) throw new LonghandError('not-found', 'There is no such provider here, or it has no key.')
        return c.json(await tryModel(models.find(row.id), c.var.owner))
      },
    )
