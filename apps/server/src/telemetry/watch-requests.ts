import type { Context, MiddlewareHandler } from 'hono'
import { matchedRoutes } from 'hono/route'
import { knownLabel } from './known-label.ts'
import type { Log } from './log.ts'
import type { Metrics } from './metrics.ts'

/** Counts and logs every request by its route, never by its URL. */
export function observeRequests({ requests, requestSeconds }: Metrics, log: Log): MiddlewareHandler {
  return async (c, next) => {
    const from = performance.now()
    await next()
    const ms = performance.now() - from
    const route = routeOf(c)
    const method = knownLabel(methods, c.req.method)
    requests.inc({ method, route, status: `${Math.floor(c.res.status / 100)}xx` })
    requestSeconds.observe({ route }, ms / 1000)
    log({ level: 'debug', event: 'request', method, route, status: c.res.status, ms: Math.round(ms) })
  }
}

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

/** The pattern of the route, never the path. */
const routeOf = (c: Context): string => matchedRoutes(c).find(({ method }) => method !== 'ALL')?.path ?? 'none'
