import { Hono } from 'hono'
import { z } from 'zod'
import type { Asked } from '../asked.ts'
import type { House } from '../house.ts'
import { memoryShape } from '../shapes/house.ts'
import { titleOf } from '../shown/title.ts'
import { asks, does } from './take.ts'

const remembered = z.strictObject({ q: z.string().trim().min(1).max(200), project: z.string().optional() })

/** D3 what conversations leave behind for others. */
export const memories = ({ engine }: House) =>
  new Hono<Asked>().get(
    '/',
    does('Find memories of conversations, best first', z.array(memoryShape)),
    asks(remembered),
    async c => {
      const { q, project } = c.req.valid('query')
      const found = await engine.storage.as(c.var.owner).memories.search(q, project === undefined ? {} : { project })
      return c.json(found.map(memory => ({ ...memory, title: titleOf(memory), at: new Date(memory.at).toISOString() })))
    },
  )
