import { Hono } from 'hono'
import { z } from 'zod'
import type { Asked } from '../asked.ts'
import { ownerReads } from '../gate/route-rule.ts'
import type { House } from '../house.ts'
import { toolServerShape } from '../shapes/house.ts'
import { does } from './take.ts'

/** H7 the tool servers that the configuration names. */
export const tools = ({ toolBox }: House) =>
  new Hono<Asked>().get('/', does('List tool servers and what they offer', z.array(toolServerShape), ownerReads), c =>
    c.json(toolBox.rows()),
  )
