import { Hono } from 'hono'
import type { AppContext } from '../app-context.ts'
import type { RequestEnv } from '../request-env.ts'
import { endpoint } from './endpoint.ts'

/** E1 what the server counts, for whoever runs it: they have the token of the data folder. */
export const metrics = ({ gauges }: AppContext) =>
  new Hono<RequestEnv>().get(
    '/metrics',
    endpoint('Figures for Prometheus', 'text/plain', { access: 'operator', cost: 'free', body: null }),
    async c => c.text(await gauges.text(), 200, { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' }),
  )
