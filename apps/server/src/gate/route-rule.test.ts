import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { createApp } from '../app.ts'
import { pathsWithoutVersion } from '../relay/check-address.ts'
import type { RequestEnv } from '../request-env.ts'
import { authorisation, type Row } from '../testing/authorisation.ts'
import { asProgram, testContext } from '../testing/test-context.ts'
import { createGate } from './gate.ts'
import { ruleIn, withRule } from './route-rule.ts'

test('S every route declares first of all who may call it, what it costs and what it takes', () => {
  const { routes } = createApp(testContext())
  const served = routes.filter(({ method }) => method !== 'ALL')
  const byRoute = Map.groupBy(served, ({ method, path }) => `${method} ${path}`)
  const undeclared = [...byRoute]
    .filter(([, [first]]) => ruleIn(first!.handler, first!.method) === null)
    .map(([route]) => route)
  expect(undeclared).toEqual([])
  // Middleware declares nothing: what it lets through still needs a route. Below `/api` and `/v1` nothing falls to the page.
  const all = routes.filter(({ method, handler }) => method === 'ALL' && ruleIn(handler, method) !== null)
  expect(all.map(({ path }) => path)).toEqual(['/v1/*', ...pathsWithoutVersion, '/api/*'])
  expect(routes.at(-1)).toMatchObject({ method: 'GET', path: '/*' })
})

test('S what a route declares is what the table of rights says of it', () => {
  const rules = createApp(testContext()).routes.flatMap(({ method, path, handler }) => {
    const rule = ruleIn(handler, method)
    return rule === null || method === 'ALL' ? [] : [[`${method} ${path}`, rule.access] as const]
  })
  const accessTo = (row: Row) => row.by ?? (row.to === 'open' || row.to === 'operator' ? row.to : 'owner')
  const table = Object.entries(authorisation).map(([route, row]) => [route, accessTo(row)] as const)
  expect(Object.fromEntries(rules)).toEqual(Object.fromEntries(table))
})

test('S a route that declares nothing is not served, token or not', async () => {
  const app = new Hono<RequestEnv>().use(createGate(testContext().gate))
  app.get('/api/forgotten', c => c.text('secret'))
  app.get(
    '/api/declared',
    withRule(async c => c.text(c.var.owner)),
  )
  expect((await app.request('/api/forgotten', asProgram('GET'))).status).toBe(404)
  expect((await app.request('/api/forgotten', asProgram('GET', null))).status).toBe(404)
  expect((await app.request('/api/declared', asProgram('GET'))).status).toBe(200)
  expect((await app.request('/api/declared', asProgram('GET', null))).status).toBe(401)
})
