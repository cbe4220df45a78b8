import { Hono } from 'hono'
import type { Asked } from '../asked.ts'
import type { House } from '../house.ts'
import { does } from './take.ts'

/** The models that people can choose. */
export const models = ({ models }: House) =>
  new Hono<Asked>().get('/', does('List models, and which of them need no key'), c => c.json(models.rows))
