import fc from 'fast-check'
import { localOwner } from 'longhand/internal/engine'
import { saying } from 'longhand/internal/testing'
import { openMemory } from 'longhand/memory'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createApp } from '../app.ts'
import { type RawAnswer, rawRequest } from '../testing/raw-request.ts'
import { routesOf } from '../testing/routes.ts'
import { spellings } from '../testing/spellings.ts'
import { type Started, start } from '../testing/start.ts'
import { testContext } from '../testing/test-context.ts'
import { localRates } from './rates.ts'

const unlimited = Object.fromEntries(Object.keys(localRates).map(cost => [cost, 1e9])) as typeof localRates
const page = '<p>page</p>'
const storage = openMemory()
let asked = 0
let server: Started
let id: string
beforeAll(async () => {
  const fine = saying('Fine.')
  server = await start({
    storage,
    speak: (...args) => {
      asked++
      return fine(...args)
    },
    limits: { perMinute: unlimited },
    page: new Map([
      ['/index.html', { bytes: new TextEncoder().encode(page), type: 'text/html', cacheControl: 'no-cache' }],
    ]),
  })
  id = (await server.api.create({ title: 'Hers' })).id
})
afterAll(() => server.close())

const port = () => Number(new URL(server.url).port)
const bearer = () => `Authorization: Bearer ${server.token}`
const routes = routesOf(createApp(testContext())).map(route => route.split(' ') as [string, string])
const isOpen = (path: string) => ['/healthz', '/readyz', '/openapi.json', '/api/login', '/*'].includes(path)
const placed = (path: string) => path.replace('*', 'c/x').replace(/:\w+/g, name => (name === ':id' ? id : 'x'))

/** A body that is good enough for most routes. */
const body = JSON.stringify({ clientId: 'm1', text: 'Hello', title: 'Mine', instructions: 'x', name: 'x', label: 'x' })

function send(method: string, target: string, headers: readonly string[] = []) {
  const sent = ['GET', 'HEAD', 'DELETE'].includes(method) ? '' : body
  const usual = [`Host: 127.0.0.1:${port()}`, 'Sec-Fetch-Site: same-origin', 'Content-Type: application/json']
  const length = sent === '' ? [] : [`Content-Length: ${sent.length}`]
  return rawRequest({ port: port(), method, target, headers: [...usual, ...length, ...headers], body: sent })
}

async function everything(): Promise<string> {
  let all = JSON.stringify(await server.api.settings())
  for await (const line of storage.as(localOwner).export()) all += `\n${line}`
  return all
}

/** What the gate says; bytes that HTTP itself does not allow get no further than its parser. */
const refusal =
  /Send it without dots, double slashes|The base URL ends in a slash|^HTTP\/1.1 400 Bad Request\r\nConnection: close\r\n\r\n$/

describe.each(Object.entries(spellings))('S a path with a %s', (_, spell) => {
  test('is refused on every route, whoever asks, and changes nothing', async () => {
    const before = await everything()
    const spelt = routes.map(([method, path]) => [method, placed(path), spell(placed(path))] as const)
    const odd = spelt.filter(([, path, target]) => target !== path)
    expect(odd).not.toEqual([])
    // With a token it is the same for all, so a few of the routes are enough.
    const shown = [
      ...odd.map(to => [to, []] as const),
      ...odd.filter((_, at) => at % 6 === 0).map(to => [to, [bearer()]] as const),
    ]
    const asking = shown.map(async ([[method, , target], headers]) => ({
      ...{ method, target },
      ...(await send(method, target, headers)),
    }))
    for (const answer of await Promise.all(asking))
      expect(answer).toMatchObject({
        status: 400,
        text: expect.stringMatching(refusal),
      })
    expect(await everything()).toBe(before)
    expect(asked).toBe(0)
  }, 60_000)
})

test('S without a token nothing answers but what is open, to any method, in any spelling', async () => {
  const before = await everything()
  const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND', 'QUERY', 'REPORT']
  const edits = fc.array(fc.tuple(fc.nat(60), fc.constantFrom(...Object.keys(edit))), { maxLength: 3 })
  const end = fc.constantFrom('', '/', '?', '?x=1', '?/../', '?%00', '/?a=%61')
  const headers = fc.constantFrom<readonly string[]>(
    [],
    ['X-HTTP-Method-Override: GET', 'X-Method-Override: GET'],
    ['X-Original-URL: /healthz', 'X-Rewrite-URL: /healthz'],
    ['X-Forwarded-Prefix: /..', 'X-Forwarded-Host: evil.example'],
    ['Authorization: Bearer'],
    ['Upgrade: websocket', 'Sec-WebSocket-Version: 13', 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=='],
  )
  const closed = fc.constantFrom(...routes.filter(([, path]) => !isOpen(path)))
  const request = fc.record({ route: closed, other: fc.constantFrom(...methods), edits, end, headers })
  // Several at once: most of the time of a request is spent on its connection.
  const property = fc.asyncProperty(fc.array(request, { minLength: 1, maxLength: 20 }), async requests => {
    const sent = requests.flatMap(({ route: [own, path], other, edits, end, headers }) =>
      [own, other].map(method => ({ method, target: edits.reduce(edited, placed(path)) + end, headers })),
    )
    const answers = sent.map(async one => ({ ...one, ...(await send(one.method, one.target, one.headers)) }))
    expect((await Promise.all(answers)).filter(isLetIn)).toEqual([])
  })
  await fc.assert(property, { numRuns: 60 })
  expect(await everything()).toBe(before)
  expect(asked).toBe(0)
})

/** Whether somebody without a token got anything but a refusal. The page tells nothing, whatever screen is asked for. */
function isLetIn({ target, status, text }: RawAnswer & { readonly target: string }): boolean {
  const isPage = !/^\/api([/?]|$)/i.test(target) && /^content-type: text\/html/im.test(text)
  return !isPage && ![400, 401, 403, 404, 405, 415, 421, 429].includes(status)
}

const edit: Readonly<Record<string, (letter: string) => string>> = {
  upper: letter => letter.toUpperCase(),
  encode: letter => `%${letter.charCodeAt(0).toString(16)}`,
  'encode twice': letter => `%25${letter.charCodeAt(0).toString(16)}`,
  double: letter => letter + letter,
}

function edited(path: string, [at, how]: readonly [number, string]): string {
  const place = 1 + (at % (path.length - 1))
  return path.slice(0, place) + edit[how]!(path[place]!) + path.slice(place + 1)
}

test('S what has to be encoded is still found: a name with spaces and letters of the world', async () => {
  const ask = (target: string) => send('GET', target, [bearer()])
  expect((await ask(`/api/conversations/${encodeURIComponent('Grüße, 世界: "so"')}`)).status).toBe(404)
  expect((await ask(`/api/conversations/${id}?q=%61%2e%2e%2f`)).status).toBe(200)
  expect((await ask(`/api/search?q=${encodeURIComponent('100% / ../ ;')}`)).status).toBe(200)
  expect((await ask('/c/some%20screen')).text).toContain(page)
})

test('S with a token, turns and sizes are limited in every spelling', async () => {
  const few = await start({ limits: { perMinute: { ...unlimited, turn: 4 }, messageBytes: 2_000 } })
  try {
    const at = await few.api.create({})
    const ways = [(path: string) => path, ...Object.values(spellings), (path: string) => `${path}/`]
    const statuses = async (text: string) => {
      const answers = ways.map(async (spell, n) => {
        const sent = JSON.stringify({ clientId: `m${n}`, text })
        const headers = ['Content-Type: Application/JSON ; charset="UTF-8"', `Content-Length: ${sent.length}`]
        const own = Number(new URL(few.url).port)
        const target = spell(`/api/conversations/${at.id}/messages`)
        const known = [`Host: 127.0.0.1:${own}`, `Authorization: Bearer ${few.token}`]
        return (await rawRequest({ port: own, method: 'POST', target, headers: [...known, ...headers], body: sent }))
          .status
      })
      return [...new Set(await Promise.all(answers))].toSorted()
    }
    expect(await statuses('x'.repeat(3_000))).toEqual([400, 404, 413])
    expect(await statuses('Hello')).toEqual([400, 404, 429])
  } finally {
    await few.close()
  }
})
