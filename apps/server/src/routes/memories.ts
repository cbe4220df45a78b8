import { Hono } from 'hono'
import { LonghandError } from 'longhand'
import type { MemoryRow } from 'longhand/internal/client'
import type { Memory } from 'longhand/internal/engine'
import { z } from 'zod'
import type { House } from '../app-context.ts'
import { titleOf } from '../display/title.ts'
import { ownerChanges, ownerDeletes, ownerReads } from '../gate/route-rule.ts'
import type { Asked, AskedOf } from '../request-env.ts'
import { memoryShape } from '../schemas/app.ts'
import { asks, does, takes } from './endpoint.ts'

const query = z.strictObject({
  q: z.string().trim().min(1).max(200).optional(),
  project: z.string().optional(),
  limit: z.coerce.number().int().min(1).max(200).default(20),
})

const written = z.strictObject({ text: z.string().trim().min(1).max(100_000) })

/** D3 what conversations leave behind for others. */
export const memories = ({ engine }: House) =>
  new Hono<Asked>().get(
    '/',
    does(
      'List memories of conversations, newest first; with words, those that hold them, best first',
      z.array(memoryShape),
      ownerReads,
    ),
    asks(query),
    async c => {
      const { q, project, limit } = c.req.valid('query')
      const { memories } = engine.storage.as(c.var.owner)
      const which = { limit, ...(project === undefined ? {} : { project }) }
      return c.json((await (q === undefined ? memories.list(which) : memories.search(q, which))).map(rowOf))
    },
  )

/** The memory of one conversation. */
export const memory = () =>
  new Hono<AskedOf>()
    .get('/', does('Read what it leaves behind', memoryShape, ownerReads), async c => {
      const { store, conversation } = c.var.scope
      const found = await store.memories.get(conversation)
      if (found === null)
        throw new LonghandError('not-found', 'It has left nothing behind yet. Condense it, or write something.')
      return c.json(rowOf(found))
    })
    .put(
      '/',
      does('Write what it leaves behind, until it is condensed again', memoryShape, ownerChanges),
      takes(written),
      async c => {
        const { store, conversation } = c.var.scope
        await store.memories.put(conversation, c.req.valid('json').text)
        return c.json(rowOf((await store.memories.get(conversation))!))
      },
    )
    .delete('/', does('Forget what it left behind', 'nothing', ownerDeletes), async c => {
      const { store, conversation } = c.var.scope
      await store.memories.delete(conversation)
      return c.body(null, 204)
    })

const rowOf = (memory: Memory): MemoryRow => ({
  ...memory,
  title: titleOf(memory),
  at: new Date(memory.at).toISOString(),
})
