import { Hono } from 'hono'
import type { Message } from 'longhand'
import type { Hit, Store } from 'longhand/engine'
import { z } from 'zod'
import type { Asked } from '../asked.ts'
import { ownerReads } from '../gate/route-rule.ts'
import type { House } from '../house.ts'
import { hitShape } from '../shapes/place.ts'
import { excerptOf } from '../shown/excerpt.ts'
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
    does('Find messages by their words, newest first', z.array(hitShape), ownerReads),
    asks(words),
    async c => {
      const { q, limit } = c.req.valid('query')
      const { entries } = engine.storage.as(c.var.owner)
      const hits = await entries.search(q, { limit })
      const found = await messagesOf(hits, entries)
      return c.json(
        hits.map(({ conversation, title, entry, number, role, preview, at }) => ({
          conversation,
          title: titleOf({ title }),
          number,
          role,
          excerpt: found.has(entry) ? excerptOf(found.get(entry)!, q) : preview,
          at: new Date(at).toISOString(),
        })),
      )
    },
  )

/** The messages that were found, by entry; one question for each conversation. */
async function messagesOf(hits: readonly Hit[], entries: Store['entries']): Promise<ReadonlyMap<string, Message>> {
  const byConversation = Object.entries(Object.groupBy(hits, hit => hit.conversation))
  const read = byConversation.map(([id, there = []]) =>
    entries.find(
      id,
      there.map(hit => hit.entry),
    ),
  )
  const found = (await Promise.all(read)).flat().map(({ entry }) => entry)
  return new Map(found.flatMap(entry => (entry.type === 'message' ? [[entry.id, entry.message] as const] : [])))
}
