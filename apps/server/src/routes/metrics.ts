import { Hono } from 'hono'
import type { House } from '../app-context.ts'
import type { Asked } from '../request-env.ts'
import { does } from './endpoint.ts'

/** E1 what the server counts, for whoever runs it: they have the token of the data folder. */
export const metrics = ({ gauges }: House) =>
  new Hono<Asked>().get(
    '/metrics',
    does('Figures for Prometheus', 'text/plain', { access: 'operator', cost: 'free', body: null }),
    async c => c.text(await gauges.text(), 200, { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' }),
  )
