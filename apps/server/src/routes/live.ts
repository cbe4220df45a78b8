import { Hono } from 'hono'
import { LonghandError } from 'longhand'
import type { House } from '../app-context.ts'
import { ownerReads } from '../gate/route-rule.ts'
import { eventStream } from '../http/event-stream.ts'
import type { Asked } from '../request-env.ts'
import { does } from './endpoint.ts'

/** W6 tells open screens that something changed, wherever it was done. */
export const liveFeed = ({ live, gate }: House) =>
  new Hono<Asked>().get(
    '/',
    does('Listen to what changes, as server-sent events', 'text/event-stream', ownerReads),
    c => {
      const { owner, until } = c.var
      const { feeds, feedsEach } = gate.limits
      if (live.count() >= feeds || live.count(owner) >= feedsEach) throw tooMany()
      return eventStream(gone => lines(live.listen(owner, AbortSignal.any([gone, ...ending(until)]))))
    },
  )

const tooMany = () => new LonghandError('rate-limited', 'Too many screens are open. Close some, and try again.')

/** A feed ends with the token that opened it; whoever has a newer one opens it again. */
const ending = (until: number | null): readonly AbortSignal[] =>
  until === null ? [] : [AbortSignal.timeout(Math.min(Math.max(0, until - Date.now()), aDay))]

const aDay = 24 * 60 * 60_000

async function* lines(notices: AsyncIterable<unknown>): AsyncIterable<string> {
  for await (const notice of notices) yield JSON.stringify(notice)
}
