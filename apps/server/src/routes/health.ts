import { Hono } from 'hono'
import { LonghandError } from 'longhand'
import type { AppContext } from '../app-context.ts'
import { shuttingDown } from '../gate/drain-state.ts'
import { openToAll } from '../gate/route-rule.ts'
import { endpoint } from './endpoint.ts'

/** Liveness, readiness, and E1 metrics for the operator, who has the token of the data folder. */
export function health({ engine, gauges, gate, checkDisk }: AppContext) {
  let checking: Promise<void> | null = null
  return new Hono()
    .get('/healthz', endpoint('Whether the process lives', 'text/plain', openToAll), c => c.text('ok'))
    .get('/readyz', endpoint('Whether it takes requests', 'text/plain', openToAll), async c => {
      if (gate.drain.isOn()) throw new LonghandError('shutting-down', shuttingDown)
      // Anyone may ask, so concurrent requests share one query.
      checking ??= engine.storage.check().finally(() => {
        checking = null
      })
      await checking
      await checkDisk?.()
      return c.text('ok')
    })
    .get('/metrics', endpoint('Figures for Prometheus', 'text/plain', { access: 'operator', cost: 'free' }), async c =>
      c.text(await gauges.text(), 200, { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' }),
    )
}
