import { Hono } from 'hono'
import type { House } from '../house.ts'
import { does } from './take.ts'

/** Whether this process lives, and whether it can work. Nothing else is told. */
export const health = ({ engine }: House) =>
  new Hono()
    .get('/healthz', does('Whether the process lives', 'text/plain'), c => c.text('ok'))
    .get('/readyz', does('Whether storage answers', 'text/plain'), async c => {
      await engine.storage.check()
      return c.text('ok')
    })
