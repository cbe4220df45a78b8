import type { Hono } from 'hono'
import type { RequestEnv } from '../request-env.ts'

/** The routes of an app as `METHOD /path/:place`, each once; middleware is none. */
export function routesOf(app: Hono<RequestEnv>): readonly string[] {
  const routes = app.routes.filter(({ method }) => method !== 'ALL').map(({ method, path }) => `${method} ${path}`)
  return [...new Set(routes)].toSorted()
}
