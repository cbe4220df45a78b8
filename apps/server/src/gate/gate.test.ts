import { afterAll, beforeAll, expect, test } from 'vitest'
import { rawRequest } from '../testing/raw-request.ts'
import { type Started, start } from '../testing/start.ts'
import { sharedRates } from './rates.ts'

let server: Started
beforeAll(async () => {
  server = await start({
    page: new Map([
      ['/index.html', { bytes: new TextEncoder().encode('<p>page</p>'), type: 'text/html', cacheControl: 'no-cache' }],
    ]),
  })
})
afterAll(() => server.close())

const port = () => Number(new URL(server.url).port)
const bearer = () => `Authorization: Bearer ${server.token}`

const raw = (request: string, headers: readonly string[], body = '') => {
  const [method = '', target = ''] = request.split(' ')
  return rawRequest({ port: port(), method, target, headers, body })
}

const post = (headers: readonly string[], body = '{}') =>
  raw('POST /api/conversations', [`Content-Length: ${Buffer.byteLength(body)}`, ...headers], body)

const host = () => `Host: 127.0.0.1:${port()}`
const json = 'Content-Type: application/json'

test.each([
  ['another name', () => ['Host: evil.example']],
  ['a name that begins like ours', () => [`Host: 127.0.0.1.evil:${port()}`]],
  ['another port', () => [`Host: 127.0.0.1:${port() + 1}`]],
  ['no port', () => ['Host: 127.0.0.1']],
  ['two names', () => [host(), 'Host: evil.example']],
])('S a request for %s is not answered', async (_, headers) => {
  expect((await raw('GET /api/models', [...headers(), bearer()])).status).toBe(421)
})

test.each([
  ['no Host', []],
  ['an empty Host', ['Host:']],
])('S a request of HTTP/1.0 with %s is told so', async (_, headers) => {
  const { status, text } = await rawRequest({
    ...{ port: port(), method: 'GET', target: '/healthz' },
    headers,
    version: '1.0',
  })
  expect([status, text]).toEqual([
    400,
    expect.stringContaining('There is no valid Host header. Send the host and port'),
  ])
})

test('S a request without a Host, with an empty one, or for an absolute address, is not answered', async () => {
  expect((await raw('GET /api/models', [bearer()])).status).toBe(400)
  expect((await raw('GET /api/models', ['Host:', bearer()])).status).toBe(400)
  expect((await raw('GET http://evil.example/api/models', [host(), bearer()])).status).toBe(421)
})

test('S, W13 a document without an origin gets what the frame of diagrams loads, and nothing else', async () => {
  const from = ['Origin: null', 'Sec-Fetch-Site: cross-site']
  expect((await raw('GET /diagrams/frame.js', [host(), ...from])).status).toBe(404)
  for (const path of ['/', '/assets/main.js', '/api/models', '/diagrams'])
    expect((await raw(`GET ${path}`, [host(), bearer(), ...from])).status).toBe(403)
  expect((await raw('GET /diagrams/frame.js', [host(), 'Origin: https://evil.example'])).status).toBe(403)
})

test.each(['127.0.0.1', 'localhost', '[::1]'])('S %s is our name', async name => {
  expect((await raw('GET /api/models', [`Host: ${name}:${port()}`, bearer()])).status).toBe(200)
})

test.each([
  ['another site', () => 'Origin: https://evil.example'],
  ['no site at all', () => 'Origin: null'],
  ['a site that hides ours', () => `Origin: http://127.0.0.1:${port()}@evil.example`],
  ['someone at our site', () => `Origin: http://evil@127.0.0.1:${port()}`],
  ['another port', () => `Origin: http://127.0.0.1:${port() + 1}`],
  ['a file', () => 'Origin: file://'],
  ['a page of another site', () => 'Sec-Fetch-Site: cross-site'],
  ['a page of a sibling', () => 'Sec-Fetch-Site: same-site'],
])('S a request from %s is refused, token or not', async (_, header) => {
  expect((await post([host(), json, bearer(), header()])).status).toBe(403)
})

test.each([
  ['a form', 'application/x-www-form-urlencoded'],
  ['plain text', 'text/plain'],
  ['a form with files', 'multipart/form-data; boundary=x'],
  ['JSON by another name', 'application/jsonp'],
])('S %s changes nothing', async (_, type) => {
  expect((await post([host(), bearer(), `Content-Type: ${type}`])).status).toBe(415)
})

test('S a body without a type, or a packed one, changes nothing', async () => {
  expect((await post([host(), bearer()])).status).toBe(415)
  expect((await post([host(), bearer(), json, 'Content-Encoding: gzip'])).status).toBe(415)
})

test.each([
  ['nothing', () => ['Sec-Fetch-Site: same-origin']],
  ['a wrong token', () => ['Authorization: Bearer wrong']],
  ['a token with another scheme', () => [`Authorization: bearer ${server.token}`]],
  ['the token twice', () => [`Authorization: Bearer ${server.token} ${server.token}`]],
  ['a wrong cookie', () => ['Sec-Fetch-Site: same-origin', `Cookie: longhand-${port()}=wrong`]],
  ['the token as a cookie', () => ['Sec-Fetch-Site: same-origin', `Cookie: longhand-${port()}=${server.token}`]],
])('S whoever shows %s stays outside', async (_, headers) => {
  expect((await raw('GET /api/models', [host(), ...headers()])).status).toBe(401)
  expect((await post([host(), json, ...headers()])).status).toBe(401)
})

test('S the code of the printed address signs in browsers as long as the server runs', async () => {
  const code = new URL(server.newAddress()).hash.slice('#c='.length)
  const login = () =>
    fetch(`${server.url}/api/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: server.url },
      body: JSON.stringify({ code }),
    })
  const first = await login()
  expect(first.status).toBe(204)
  const cookie = first.headers.get('set-cookie')!
  expect(cookie).toMatch(
    new RegExp(`^longhand-${port()}=\\d+\\.[\\w-]{43}; Path=/; HttpOnly; SameSite=Strict; Max-Age=\\d+$`),
  )
  expect((await login()).status).toBe(204)
  const headers = [host(), 'Sec-Fetch-Site: same-origin', `Cookie: ${cookie.split(';')[0]}`]
  expect((await raw('GET /api/models', headers)).status).toBe(200)
  // Another program on this host can plant a cookie of the same name, with a path that puts it first.
  const planted = `Cookie: longhand-${port()}=planted; ${cookie.split(';')[0]}`
  expect((await raw('GET /api/models', [host(), 'Sec-Fetch-Site: same-origin', planted])).status).toBe(200)
  // A cookie alone, from something that is no browser, could have been planted by another program.
  expect((await raw('GET /api/models', [host(), `Cookie: ${cookie.split(';')[0]}`])).status).toBe(401)
})

test('S a code of an earlier start is refused, and told what to open instead', async () => {
  const answer = await fetch(`${server.url}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: server.url },
    body: JSON.stringify({ code: 'AAAAAAAAAAAAAAAAAAAAAA' }),
  })
  expect([answer.status, await answer.json()]).toEqual([
    403,
    {
      code: 'not-allowed',
      details: {},
      sentence:
        'This browser is not signed in. Open the address that the server printed when it started, or a new one that longhand open prints.',
    },
  ])
})

test.each([
  ['a name in the place of the port', () => [`Host: 127.0.0.1:${port()}@evil.example`], 400],
  ['a path in the name', () => ['Host: evil.example/api/models?'], 400],
  ['a dot after the name', () => [`Host: localhost.:${port()}`], 421],
  ['a zero before the port', () => [`Host: localhost:0${port()}`], 421],
  ['another name for this machine', () => [`Host: 127.1:${port()}`], 421],
  ['the same name twice', () => [host(), host()], 421],
])('S a Host with %s is not ours', async (_, headers, status) => {
  const answer = await raw('GET /api/models', [...headers(), bearer()])
  expect([400, status]).toContain(answer.status)
})

test.each([
  ['two tokens', () => [bearer(), 'Authorization: Bearer x']],
  ['a token behind a wrong one', () => ['Authorization: Bearer x', bearer()]],
  ['a token of a proxy', () => [`Proxy-Authorization: Bearer ${server.token}`, 'Sec-Fetch-Site: same-origin']],
])('S %s open nothing', async (_, headers) => {
  expect((await raw('GET /api/models', [host(), ...headers()])).status).toBe(401)
})

test('S an address in the request line, a line of old HTTP, a tunnel and odd methods reach nothing', async () => {
  const authority = `127.0.0.1:${port()}`
  expect((await raw(`GET http://${authority}/api/models`, [host(), bearer()])).status).toBe(421)
  expect((await raw(`CONNECT ${authority}`, [host(), bearer()])).status).toBe(0)
  expect((await raw('OPTIONS *', [host(), bearer()])).status).toBe(400)
  expect((await raw('get /api/models', [host(), bearer()])).status).toBe(400)
  for (const method of ['OPTIONS', 'TRACE', 'PROPFIND', 'QUERY']) {
    const answer = await raw(`${method} /api/models`, [host(), bearer()])
    expect(answer).toMatchObject({ status: 405, text: expect.stringMatching(/^allow: GET, HEAD, POST/im) })
  }
  expect((await raw(`GET /api/models?${'x'.repeat(20_000)}`, [host(), bearer()])).status).toBe(431)
})

test('S whoever asks for the headers of a live feed does not hold one open', async () => {
  const small = await start({ limits: { feedsPerOwner: 1 } })
  const headers = { authorization: `Bearer ${small.token}` }
  try {
    for (let at = 0; at < 3; at++)
      expect((await fetch(`${small.url}/api/live`, { method: 'HEAD', headers })).status).toBe(200)
    const leave = new AbortController()
    expect((await fetch(`${small.url}/api/live`, { headers, signal: leave.signal })).status).toBe(200)
    leave.abort()
  } finally {
    await small.close()
  }
})

test('S guesses at the token of the metrics are counted', async () => {
  const limits = { perMinute: { ...sharedRates, 'sign-in': 8 } }
  const watched = await start({ limits })
  const ask = async (token: string) =>
    (await fetch(`${watched.url}/metrics`, { headers: { authorization: `Bearer ${token}` } })).status
  try {
    expect([await ask('a'), await ask('b'), await ask('c')]).toEqual([401, 401, 429])
    expect(await ask(watched.token)).toBe(200)
  } finally {
    await watched.close()
  }
})

test('S the page and the health of the server are open to all who know the address; nothing else is', async () => {
  for (const path of ['/', '/c/some-conversation', '/healthz', '/readyz', '/openapi.json'])
    expect((await raw(`GET ${path}`, [host()])).status).toBe(200)
  for (const path of ['/index.htm', '/assets/missing.js']) expect((await raw(`GET ${path}`, [host()])).status).toBe(404)
})

test.each([
  '/../../etc/passwd',
  '/..%2f..%2fetc/passwd.txt',
  '/%2e%2e/%2e%2e/etc/passwd.txt',
  '/assets/..\\..\\package.json',
  '//etc/passwd.txt',
  '/index.html%00.js',
])('S %s leads nowhere', async path => {
  const { status, text } = await raw(`GET ${path}`, [host()])
  expect(status).toBe(400)
  expect(text).not.toMatch(/root:|"name"/)
})

test('S no answer allows other sites, and every answer carries its policy', async () => {
  const answers = await Promise.all([
    raw('GET /', [host()]),
    raw('GET /api/models', [host(), bearer()]),
    raw('GET /api/models', ['Host: evil.example']),
    raw('OPTIONS /api/conversations', [host(), `Origin: ${server.url}`, 'Access-Control-Request-Method: POST']),
  ])
  for (const { text } of answers) {
    expect(text).not.toMatch(/access-control-allow/i)
    expect(text).toContain("default-src 'none'; script-src 'self'; style-src 'self'")
    expect(text).toMatch(/x-content-type-options: nosniff/i)
    expect(text).toMatch(/referrer-policy: no-referrer/i)
  }
})

test.each([
  ['nests too deep', () => `{"title":${'['.repeat(5_000)}${']'.repeat(5_000)}}`, 400, 'nests more than 64 levels'],
  [
    'has too many keys',
    () => `{${Array.from({ length: 3_000 }, (_, at) => `"k${at}":1`).join()}}`,
    400,
    'more than 2000 keys',
  ],
  ['is too large', () => `{"title":"${'x'.repeat(1_100_000)}"}`, 413, 'larger than 1 MiB'],
  ['is no JSON', () => '{"title":', 400, 'not JSON'],
  ['has an unknown field', () => '{"titel":"x"}', 400, 'titel'],
  ['has a wrong type', () => '{"title":7}', 400, 'title: '],
  ['has a key for the prototype', () => '{"__proto__":{"title":"x"}}', 400, '__proto__'],
])('F6 a body that %s gets a sentence that says so', async (_, body, status, words) => {
  const answer = await post([host(), json, bearer()], body())
  expect(answer.status).toBe(status)
  expect(answer.text).toContain(words)
  expect(answer.text).toMatch(/"code":"(bad-request|too-large)","sentence":"[^"]{10,}/)
})

test.each([
  'Application/json',
  'APPLICATION/JSON',
  'application/json;charset=UTF-8',
  'application/json ; charset="utf-8"',
  'application/json\t; a=b ;',
])('F6, S the type %s is JSON: its body is looked at, and taken', async type => {
  const deep = `{"title":${'['.repeat(100)}${']'.repeat(100)}}`
  const refused = await post([host(), bearer(), `Content-Type: ${type}`], deep)
  expect(refused).toMatchObject({ status: 400, text: expect.stringContaining('nests more than 64 levels') })
  const taken = await post([host(), bearer(), `Content-Type: ${type}`], '{"title":"Mine"}')
  expect(taken).toMatchObject({ status: 201, text: expect.stringContaining('"title":"Mine"') })
})

test.each([
  'application/json; charset=utf-16',
  'application/json, text/plain',
  'text/plain; application/json',
  'application/json; =',
  'application/ json',
  'application/json+x',
])('F6, S the type %s is not JSON', async type => {
  expect((await post([host(), bearer(), `Content-Type: ${type}`])).status).toBe(415)
})

test('F6, S two types, two lengths or a body where none is taken are refused', async () => {
  const before = (await server.api.conversations()).length
  expect((await post([host(), bearer(), json, 'Content-Type: text/plain'])).status).toBe(415)
  expect((await post([host(), bearer(), json, 'Content-Length: 3'])).status).toBe(400)
  expect((await post([host(), bearer(), json, 'Transfer-Encoding: chunked'])).status).toBe(400)
  for (const request of ['GET /api/models', 'DELETE /api/conversations/none', 'GET /'])
    expect((await raw(request, [host(), bearer(), json, 'Content-Length: 2'], '{}')).status).toBe(400)
  expect(await server.api.conversations()).toHaveLength(before)
})

test('F6 a body in chunks is measured too', async () => {
  const body = new ReadableStream({
    start(to) {
      for (let at = 0; at < 20; at++) to.enqueue(new Uint8Array(100_000).fill(32))
      to.close()
    },
  })
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${server.token}` }
  const init = { method: 'POST', headers, body, duplex: 'half' } as RequestInit
  expect((await fetch(`${server.url}/api/conversations`, init)).status).toBe(413)
})
