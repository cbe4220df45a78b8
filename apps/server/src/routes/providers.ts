import { Hono } from 'hono'
import { LonghandError } from 'longhand'
import { z } from 'zod'
import type { House } from '../app-context.ts'
import { ownerChanges, ownerReads } from '../gate/route-rule.ts'
import { tryModel } from '../models/try-model.ts'
import type { Asked } from '../request-env.ts'
import { providerShape, providerTryShape } from '../schemas/app.ts'
import { does } from './endpoint.ts'

/** Where models can come from. Where one's own servers stand, and trying them, is for the one person there is. */
export const providers = ({ providers, models, gate }: House) =>
  new Hono<Asked>()
    .get('/', does('List providers, and how each gets its key', z.array(providerShape), ownerReads), c =>
      c.json(gate.signIn.people === 'many' ? providers.map(row => ({ ...row, host: null })) : providers),
    )
    .post(
      '/:name/test',
      does('Ask one of its models for a word', providerTryShape, { ...ownerChanges, cost: 'turn' }),
      async c => {
        if (gate.signIn.people === 'many') throw new LonghandError('not-allowed', 'Ask whoever runs this server.')
        const row = models.rows.find(({ provider }) => provider === c.req.param('name'))
        if (row === undefined) throw new LonghandError('not-found', 'There is no such provider here, or it has no key.')
        return c.json(await tryModel(models.find(row.id), c.var.owner))
      },
    )
