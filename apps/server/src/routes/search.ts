import { Hono } from 'hono'
import { z } from 'zod'
import type { Asked } from '../asked.ts'
import type { House } from '../house.ts'
import { hitShape } from '../shapes/place.ts'
import { titleOf } from '../shown/title.ts'
import { asks, does } from './take.ts'

const words = z.strictObject({
  q: z.string().trim().min(1).max(200),
  limit: z.coerce.number().int().min(1).max(100).default(20),
})

/** Finding things across conversations. */
export const search = ({ engine }: House) =>
  new Hono<Asked>().get(
    '/',
    does('Find messages by their words, newest first', z.array(hitShape)),
    asks(words),
    async c => {
      const { q, limit } = c.req.valid('query')
      const hits = await engine.storage.as(c.var.owner).entries.search(q, { limit })
      return c.json(
        hits.map(({ conversation, title, number, role, preview, at }) => ({
          conversation,
          title: titleOf({ title }),
          number,
          role,
          excerpt: preview,
          at: new Date(at).toISOString(),
        })),
      )
    },
  )
