import { Hono } from 'hono'
import { openToAll } from '../gate/route-rule.ts'
import type { House } from '../house.ts'
import { does } from './take.ts'

/** Whether this process lives, and whether it can work. Nothing else is told. */
export const health = ({ engine }: House) =>
  new Hono()
    .get('/healthz', does('Whether the process lives', 'text/plain', openToAll), c => c.text('ok'))
    .get('/readyz', does('Whether storage answers', 'text/plain', openToAll), async c => {
      await engine.storage.check()
      return c.text('ok')
    })
