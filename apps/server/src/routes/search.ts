import { Hono } from 'hono'
import { maxNameLength } from 'longhand/internal/client'
import { createPacer, type Hit, runSteps, type Store } from 'longhand/internal/engine'
import { z } from 'zod'
import type { AppContext } from '../app-context.ts'
import { excerptSteps } from '../display/excerpt.ts'
import { titleOf } from '../display/title.ts'
import type { RequestEnv } from '../request-env.ts'
import { hitSchema } from '../schemas/place.ts'
import { endpoint, validQuery } from './endpoint.ts'

const words = z.strictObject({
  q: z.string().trim().min(1).max(maxNameLength),
  limit: z.coerce.number().int().min(1).max(100).default(20),
})

/** Searches all conversations of an owner. */
export const search = ({ engine }: AppContext) =>
  new Hono<RequestEnv>().get(
    '/',
    endpoint('Find messages by their words, exact ones first, then newest first', z.array(hitSchema)),
    validQuery(words),
    async c => {
      const { q, limit } = c.req.valid('query')
      const { entries } = engine.storage.as(c.var.owner)
      const hits = await entries.search(q, { limit })
      const excerpts = await excerptsOf(hits, q, entries)
      return c.json(
        hits.map(({ conversation, title, entry, number, role, preview, at }) => ({
          conversation,
          title: titleOf({ title }),
          number,
          role,
          excerpt: excerpts.get(entry) ?? preview,
          at: new Date(at).toISOString(),
        })),
      )
    },
  )

/** The excerpts of the hits, by entry. Those that are long are read one after the other. */
async function excerptsOf(hits: readonly Hit[], words: string, entries: Store['entries']): Promise<Excerpts> {
  const found = new Map<string, string>()
  const pace = createPacer()
  for (const { conversation, entry, message } of hits) {
    const [stored] = message === null ? await entries.find(conversation, [entry]) : []
    const said = stored?.entry.type === 'message' ? stored.entry.message : message
    if (said !== null) found.set(entry, await runSteps(excerptSteps(said, words), pace))
  }
  return found
}

type Excerpts = ReadonlyMap<string, string>
