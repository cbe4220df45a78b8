import { generateKeyPair, SignJWT, UnsecuredJWT } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Issuer, startIssuer } from '../testing/issuer.ts'
import { type Started, start } from '../testing/start.ts'
import { jwtSignIn } from './jwt-sign-in.ts'
import { sharedRates } from './rates.ts'
import type { RequestFacts } from './request-facts.ts'

const ann = '11111111-1111-4111-8111-111111111111'

let issuer: Issuer
let server: Started
beforeAll(async () => {
  issuer = await startIssuer()
  server = await start({ auth: issuer.auth, limits: { perMinute: { ...sharedRates, 'sign-in': 600 } } })
})
afterAll(async () => {
  await server.close()
  await issuer.close()
})

const ask = (token: string, path = '/api/models', init: RequestInit = {}) =>
  fetch(server.url + path, { ...init, headers: { authorization: `Bearer ${token}`, ...init.headers } })

const ago = (seconds: number) => Math.floor(Date.now() / 1000) - seconds

const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

test('S a token of the issuer lets its owner in, and nobody needs ours', async () => {
  expect((await ask(await issuer.sign({ sub: ann }))).status).toBe(200)
  expect((await ask(server.token)).status).toBe(401)
})

test.each<readonly [string, () => Promise<string>]>([
  ['signed by nobody', async () => new UnsecuredJWT({ sub: ann }).setIssuer(issuer.auth.issuer).encode()],
  [
    'that says "none" over a real signature',
    async () => {
      const [, payload, signature] = (await issuer.sign({ sub: ann })).split('.')
      return [encoded({ alg: 'none', kid: 'first' }), payload, signature].join('.')
    },
  ],
  [
    'signed with the public key as if it were a secret',
    () =>
      new SignJWT({ sub: ann })
        .setProtectedHeader({ alg: 'HS256', kid: 'first' })
        .setIssuer(issuer.auth.issuer)
        .setAudience(issuer.auth.audience)
        .setExpirationTime('5 minutes')
        .sign(new TextEncoder().encode(issuer.publicKey)),
  ],
  ['of another issuer', () => issuer.sign({ sub: ann, iss: 'https://other.example' })],
  ['for another audience', () => issuer.sign({ sub: ann, aud: 'other' })],
  ['that has expired', () => issuer.sign({ sub: ann, exp: ago(60) })],
  ['that never expires', () => issuer.sign({ sub: ann, exp: undefined as never })],
  ['that is not valid yet', () => issuer.sign({ sub: ann, nbf: ago(-60) })],
  ['by an unknown key', () => issuer.sign({ sub: ann }, 'other')],
  [
    'by another key under a known name',
    async () =>
      new SignJWT({ sub: ann })
        .setProtectedHeader({ alg: 'ES256', kid: 'first' })
        .setIssuer(issuer.auth.issuer)
        .setAudience(issuer.auth.audience)
        .setExpirationTime('5 minutes')
        .sign((await generateKeyPair('ES256')).privateKey),
  ],
  [
    'that was changed afterwards',
    async () => {
      const [header, payload, signature] = (await issuer.sign({ sub: ann })).split('.')
      const claims = JSON.parse(Buffer.from(payload!, 'base64url').toString())
      return [header, encoded({ ...claims, sub: ann.replaceAll('1', '2') }), signature].join('.')
    },
  ],
  ['that brings its own key', async () => `${encoded({ alg: 'ES256', jwk: {} })}.${encoded({ sub: ann })}.AAAA`],
  ['that names nobody', () => issuer.sign({})],
  ['that names nobody with an empty name', () => issuer.sign({ sub: '' })],
  ['that is none', async () => 'a.b.c'],
])('S a token %s opens nothing', async (_, forge) => {
  const token = await forge()
  expect(await jwtSignIn(issuer.auth).authenticate(knockWith(`Bearer ${token}`))).toBeNull()
  const answer = await ask(token)
  expect(answer.status).toBe(401)
  expect(await answer.text()).not.toContain(token)
})

const knockWith = (authorization: string | null, cookie: string | null = null): RequestFacts => ({
  method: 'GET',
  target: '/api/models',
  hosts: [],
  origin: null,
  site: 'same-origin',
  contentType: null,
  encoding: null,
  hasBody: false,
  authorization,
  apiKey: null,
  otherKeys: null,
  token: null,
  cookie,
  address: '127.0.0.1',
  forwarded: null,
})

test('S the scheme is exactly Bearer, and a clock may differ by a few seconds', async () => {
  const { authenticate } = jwtSignIn(issuer.auth)
  const token = await issuer.sign({ sub: ann })
  for (const shown of [`bearer ${token}`, `Basic ${token}`, token, `Bearer  ${token}`, `Bearer ${token} x`])
    expect(await authenticate(knockWith(shown))).toBeNull()
  const late = await issuer.sign({ sub: ann, exp: ago(2) })
  expect(await authenticate(knockWith(`Bearer ${late}`))).toMatchObject({ owner: ann })
})

test('S an algorithm that was not allowed counts for nothing, even over a key that is known', async () => {
  const { authenticate } = jwtSignIn({ ...issuer.auth, algorithms: ['RS256'] })
  expect(await authenticate(knockWith(`Bearer ${await issuer.sign({ sub: ann })}`))).toBeNull()
})

test('S people whom their issuer calls by other names are always the same owner, and never each other', async () => {
  const { authenticate } = jwtSignIn(issuer.auth)
  const ownerOf = async (sub: string) => (await authenticate(knockWith(`Bearer ${await issuer.sign({ sub })}`)))?.owner
  expect(await ownerOf('google|1')).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  expect(await ownerOf('google|1')).toBe(await ownerOf('google|1'))
  expect(await ownerOf('google|1')).not.toBe(await ownerOf('google|2'))
  expect(await ownerOf(ann.toUpperCase())).toBe(ann)
})

test('S a browser hands its token in once and goes on with a cookie that ends with it', async () => {
  const signIn = jwtSignIn(issuer.auth)
  const token = await issuer.sign({ sub: ann })
  const { cookie, owner } = (await signIn.exchangeCode(token))!
  expect(owner).toBe(ann)
  expect(cookie).toMatch(/^__Host-longhand=\S+; Path=\/; Secure; HttpOnly; SameSite=Strict; Max-Age=(299|300)$/)
  expect(await signIn.authenticate(knockWith(null, cookie.split(';')[0]))).toMatchObject({ owner: ann })
  expect(await signIn.exchangeCode('a.b.c')).toBeNull()
  const answer = await fetch(`${server.url}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: server.url },
    body: JSON.stringify({ code: token }),
  })
  expect(answer.status).toBe(204)
  expect(server.newAddress()).toBe(server.url)
})

test('S unknown keys do not make us ask the issuer again and again', async () => {
  const { authenticate } = jwtSignIn(issuer.auth)
  await authenticate(knockWith(`Bearer ${await issuer.sign({ sub: ann })}`))
  const before = issuer.asked()
  for (let at = 0; at < 20; at++) {
    const forged = await issuer.sign({ sub: ann }, `k${at}`)
    expect(await authenticate(knockWith(`Bearer ${forged}`))).toBeNull()
  }
  expect(issuer.asked()).toBe(before)
})

test('S an issuer that cannot be reached is told apart from a wrong token; keys that were fetched still count', async () => {
  const other = await startIssuer()
  const token = await other.sign({ sub: ann })
  const early = jwtSignIn(other.auth)
  await early.authenticate(knockWith(`Bearer ${token}`))
  await other.close()
  expect(await early.authenticate(knockWith(`Bearer ${token}`))).toMatchObject({ owner: ann })
  await expect(jwtSignIn(other.auth).authenticate(knockWith(`Bearer ${token}`))).rejects.toThrow(/cannot be fetched/)
})

test('S a live feed ends with the token that opened it', async () => {
  const token = await issuer.sign({ sub: ann, exp: ago(4) })
  const { status, body } = await ask(token, '/api/live')
  expect(status).toBe(200)
  for await (const _ of body!);
})

test('S settings that hold for everyone are changed by nobody who signs in', async () => {
  const token = await issuer.sign({ sub: ann })
  const change = { method: 'PATCH', body: '{"instructions":"x"}', headers: { 'content-type': 'application/json' } }
  expect((await ask(token, '/api/settings', change)).status).toBe(403)
  expect((await ask(token, '/api/settings')).status).toBe(200)
})
