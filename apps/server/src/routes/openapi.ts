import { Hono } from 'hono'
import { generateSpecs } from 'hono-openapi'
import { type RouteRule, withRule } from '../gate/route-rule.ts'
import type { RequestEnv } from '../request-env.ts'

const documentation = { info: { title: 'Longhand', version: '1' } }

const rule: RouteRule = { access: 'open', cost: 'read', body: null }

/** H1 what every route takes and answers with. It is made once, because routes do not change. */
export function openapi(app: Hono<RequestEnv>): Hono<RequestEnv> {
  let made: Promise<string> | null = null
  const make = async () => JSON.stringify(await generateSpecs(app, { documentation }))
  return new Hono<RequestEnv>().get(
    '/openapi.json',
    withRule(async c => {
      made ??= make()
      return c.body(await made, 200, { 'content-type': 'application/json' })
    }, rule),
  )
}
