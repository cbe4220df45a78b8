import { Hono } from 'hono'
import { z } from 'zod'
import type { House } from '../app-context.ts'
import { ownerReads } from '../gate/route-rule.ts'
import type { Asked } from '../request-env.ts'
import { toolServerShape } from '../schemas/app.ts'
import { does } from './endpoint.ts'

/** H7 the tool servers that the configuration names. */
export const tools = ({ toolBox }: House) =>
  new Hono<Asked>().get('/', does('List tool servers and what they offer', z.array(toolServerShape), ownerReads), c =>
    c.json(toolBox.rows()),
  )
