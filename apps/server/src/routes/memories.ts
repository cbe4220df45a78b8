import { Hono } from 'hono'
import { LonghandError } from 'longhand'
import { type MemoryRow, maxNameLength } from 'longhand/internal/client'
import type { Memory } from 'longhand/internal/engine'
import { z } from 'zod'
import type { AppContext } from '../app-context.ts'
import { defined } from '../defined.ts'
import { titleOf } from '../display/title.ts'
import type { ConversationEnv, RequestEnv } from '../request-env.ts'
import { memorySchema } from '../schemas/app.ts'
import { endpoint, validJson, validQuery } from './endpoint.ts'

const query = z.strictObject({
  q: z.string().trim().min(1).max(maxNameLength).optional(),
  project: z.string().optional(),
  limit: z.coerce.number().int().min(1).max(200).default(20),
})

const written = z.strictObject({ text: z.string().trim().min(1).max(100_000) })

/** D3 what conversations leave behind for others. */
export const memories = ({ engine }: AppContext) =>
  new Hono<RequestEnv>().get(
    '/',
    endpoint(
      'List memories of conversations, newest first; with words, those that hold them, best first',
      z.array(memorySchema),
    ),
    validQuery(query),
    async c => {
      const { q, project, limit } = c.req.valid('query')
      const { memories } = engine.storage.as(c.var.owner)
      const which = defined({ limit, project })
      return c.json((await (q === undefined ? memories.list(which) : memories.search(q, which))).map(rowOf))
    },
  )

/** The memory of one conversation. */
export const memory = () =>
  new Hono<ConversationEnv>()
    .get('/', endpoint('Read its memory', memorySchema), async c => {
      const { store, conversation } = c.var.scope
      const found = await store.memories.get(conversation)
      if (found === null) throw new LonghandError('not-found', 'It has no memory yet. Condense it, or write one.')
      return c.json(rowOf(found))
    })
    .put(
      '/',
      endpoint('Write its memory, which lasts until it is condensed again', memorySchema),
      validJson(written),
      async c => {
        const { store, conversation } = c.var.scope
        await store.memories.put(conversation, c.req.valid('json').text)
        return c.json(rowOf((await store.memories.get(conversation))!))
      },
    )
    .delete('/', endpoint('Delete its memory', 'nothing'), async c => {
      const { store, conversation } = c.var.scope
      await store.memories.delete(conversation)
      return c.body(null, 204)
    })

const rowOf = (memory: Memory): MemoryRow => ({
  ...memory,
  title: titleOf(memory),
  at: new Date(memory.at).toISOString(),
})
