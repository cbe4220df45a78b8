import { Hono } from 'hono'
import { LonghandError } from 'longhand'
import type { Asked } from '../asked.ts'
import { sameSecret } from '../gate/token.ts'
import type { House } from '../house.ts'
import { does } from './take.ts'

/** E1 what the server counts, for whoever runs it: they have the token of the data folder. */
export const metrics = ({ gauges, operator }: House) =>
  new Hono<Asked>().get('/metrics', does('Figures for Prometheus', 'text/plain'), async c => {
    if (operator === null) throw new LonghandError('not-found', 'Metrics are switched off here.')
    const shown = /^Bearer (\S+)$/.exec(c.req.header('authorization') ?? '')?.[1]
    if (shown === undefined || !sameSecret(shown, operator)) return c.json(stranger, 401)
    return c.text(await gauges.text(), 200, { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' })
  })

const stranger = {
  code: 'not-allowed',
  sentence: 'Send the token of the data folder as "Authorization: Bearer …".',
} as const
