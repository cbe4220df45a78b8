import { Hono } from 'hono'
import { z } from 'zod'
import type { Asked } from '../asked.ts'
import { ownerReads } from '../gate/route-rule.ts'
import type { House } from '../house.ts'
import { modelShape } from '../shapes/house.ts'
import { does } from './take.ts'

/** The models that people can choose. */
export const models = ({ models }: House) =>
  new Hono<Asked>().get('/', does('List models, and which of them need no key', z.array(modelShape), ownerReads), c =>
    c.json(models.rows),
  )
