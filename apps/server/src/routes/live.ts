import { Hono } from 'hono'
import { LonghandError } from 'longhand'
import type { LiveNotice } from 'longhand/client'
import type { AppContext } from '../app-context.ts'
import { eventStream, type ServerEvent } from '../http/event-stream.ts'
import type { RequestEnv } from '../request-env.ts'
import { endpoint } from './endpoint.ts'

/** W6 notifies open screens of changes, wherever they were made. */
export const liveFeed = ({ live, gate }: AppContext) =>
  new Hono<RequestEnv>().get('/', endpoint('Subscribe to changes, as server-sent events', 'text/event-stream'), c => {
    const { owner, expiresAt } = c.var
    const { feeds, feedsPerOwner } = gate.limits
    if (live.count() >= feeds || live.count(owner) >= feedsPerOwner) throw tooMany()
    return eventStream(gone => events(live.subscribe(owner, AbortSignal.any([gone, ...ending(expiresAt)]))))
  })

const tooMany = () => new LonghandError('rate-limited', 'Too many screens are open. Close some, and try again.')

/** A feed ends when its token expires; a client with a newer one reconnects. */
const ending = (expiresAt: number | null): readonly AbortSignal[] =>
  expiresAt === null ? [] : [AbortSignal.timeout(Math.min(Math.max(0, expiresAt - Date.now()), aDay))]

const aDay = 24 * 60 * 60_000

async function* events(notices: AsyncIterable<LiveNotice>): AsyncIterable<ServerEvent> {
  for await (const notice of notices) yield { name: eventName(notice), data: JSON.stringify(notice) }
}

/** Notices that others know by name are named events; screens read all of them by their type. */
const eventName = ({ type }: LiveNotice): ServerEvent['name'] =>
  type === 'conversation.compacted' || type === 'session.compacted' ? type : null
