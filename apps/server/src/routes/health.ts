import { Hono } from 'hono'
import type { AppContext } from '../app-context.ts'
import { openToAll } from '../gate/route-rule.ts'
import { endpoint } from './endpoint.ts'

/** Liveness and readiness, and nothing else. */
export function health({ engine }: AppContext) {
  let checking: Promise<void> | null = null
  return new Hono()
    .get('/healthz', endpoint('Whether the process lives', 'text/plain', openToAll), c => c.text('ok'))
    .get('/readyz', endpoint('Whether storage answers', 'text/plain', openToAll), async c => {
      // Anyone may ask, so that all who ask at once share one question to storage.
      checking ??= engine.storage.check().finally(() => {
        checking = null
      })
      await checking
      return c.text('ok')
    })
}
