import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fill } from '../testing/fill.ts'
import { type Started, start } from '../testing/start.ts'

let server: Started
let id: string
let routes: readonly Route[]
beforeAll(async () => {
  server = await start()
  id = await fill(server, ['One', 'Two'])
  const { paths } = (await (await fetch(`${server.url}/openapi.json`)).json()) as { paths: Record<string, object> }
  routes = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map(method => ({ method: method.toUpperCase(), path })),
  )
})
afterAll(() => server.close())

type Route = { readonly method: string; readonly path: string }

/** Asks with a path whose places are filled in; a stream is left as soon as it has begun. */
async function knock({ method, path }: Route, places: string, init: RequestInit): Promise<Response> {
  const leave = new AbortController()
  const url = server.url + path.replace('{id}', id).replaceAll(/\{\w+\}/g, encodeURIComponent(places))
  const { body = '{}', ...rest } = init
  const sent = method === 'GET' || method === 'DELETE' ? rest : { ...rest, body }
  const answer = await fetch(url, { method, signal: leave.signal, ...sent })
  if (answer.headers.get('content-type')?.startsWith('text/event-stream')) leave.abort()
  return answer
}

test('F6 whatever is sent to whichever route, the answer is a sentence and never our bug', async () => {
  const authorization = `Bearer ${server.token}`
  const words = [
    'text',
    'clientId',
    'label',
    'number',
    'wish',
    'line',
    'head',
    'policy',
    'code',
    'conversation',
    'name',
  ]
  const value = fc.oneof(
    fc.jsonValue({ maxDepth: 4 }),
    fc.dictionary(fc.constantFrom(...words), fc.oneof(fc.jsonValue({ maxDepth: 3 }), fc.string({ unit: 'binary' })), {
      maxKeys: 4,
    }),
  )
  await fc.assert(
    fc.asyncProperty(
      fc.nat(),
      value,
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 }),
      async (at, body, place) => {
        const route = routes[at % routes.length]!
        const headers = { 'content-type': 'application/json', authorization }
        const answer = await knock(route, place, { headers, body: JSON.stringify(body) })
        expect({ ...route, status: answer.status }).not.toMatchObject({ status: 500 })
        if (answer.status >= 400 && answer.headers.get('content-type')?.includes('json'))
          expect(await answer.json()).toMatchObject({ sentence: expect.stringMatching(/\S/) })
      },
    ),
    { numRuns: 300 },
  )
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200)
}, 120_000)
