import { Hono } from 'hono'
import { z } from 'zod'
import type { House } from '../app-context.ts'
import { ownerReads } from '../gate/route-rule.ts'
import type { Asked } from '../request-env.ts'
import { modelShape } from '../schemas/app.ts'
import { does } from './endpoint.ts'

/** The models that people can choose. */
export const models = ({ models }: House) =>
  new Hono<Asked>().get('/', does('List models, and which of them need no key', z.array(modelShape), ownerReads), c =>
    c.json(models.rows),
  )
