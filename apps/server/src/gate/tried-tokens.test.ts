import { expect, test } from 'vitest'
import { startIssuer } from '../testing/issuer.ts'
import { start } from '../testing/start.ts'
import { authenticateClient } from './authenticate-client.ts'
import { jwtSignIn } from './jwt-sign-in.ts'
import { localSignIn } from './local-sign-in.ts'
import { sharedRates } from './rates.ts'
import type { RequestFacts } from './request-facts.ts'
import type { SignIn } from './sign-in.ts'
import { fixedToken } from './tokens.ts'

const token = 'A'.repeat(43)
const local = () => localSignIn(fixedToken(token), () => 1)
const nothing = { authorization: null, apiKey: null, token: null, cookie: null } as RequestFacts

/** What a request is known as, and which tokens were tried for that. */
async function tried(signIn: SignIn, shown: Partial<RequestFacts>) {
  const all: string[] = []
  const authenticate = (request: RequestFacts) => {
    all.push(request.authorization!.slice('Bearer '.length))
    return signIn.authenticate(request)
  }
  const known = await authenticateClient({ ...signIn, authenticate }, { ...nothing, ...shown })
  return { keys: known?.keys ?? null, tried: all }
}

/** As many words as a header holds, of these lengths. */
const words = (...lengths: readonly number[]) =>
  Array.from({ length: 300 }, (_, at) => String(at).padEnd(lengths[at % lengths.length]!, 'x')).join(' ')

test('S of all words in a header only those are tried that look like a token, and none where more than two do', async () => {
  expect(await tried(local(), { authorization: 'x '.repeat(7_000) })).toEqual({ keys: null, tried: [] })
  expect(await tried(local(), { authorization: words(42, 44), apiKey: 'sk-own' })).toEqual({
    keys: 'client',
    tried: [],
  })
  const among = `${words(42)} "${token}", ${words(44)}`
  expect(await tried(local(), { authorization: among })).toEqual({ keys: 'server', tried: [token] })
  // What was not tried could be ours, and may not be passed on.
  for (const place of ['authorization', 'apiKey', 'token'] as const)
    expect(await tried(local(), { apiKey: 'sk-own', [place]: `${words(43)} ${token}` })).toEqual({
      keys: null,
      tried: [],
    })
})

test('S the same for the tokens of an issuer: those that another has signed are not looked at', async () => {
  const issuer = await startIssuer()
  const signIn = jwtSignIn(issuer.auth)
  const [ann, other] = [await issuer.sign({ sub: 'ann' }), await issuer.sign({ iss: 'https://other.example' })]
  const made = (sub: number) => issuer.sign({ sub: `${sub}` }, 'made-up')
  const odd = 'a.b.c '.repeat(2_700)
  expect(await tried(signIn, { authorization: odd, apiKey: other })).toEqual({ keys: null, tried: [] })
  expect(await tried(signIn, { authorization: `x.${ann}.`, apiKey: other })).toEqual({ keys: 'server', tried: [ann] })
  const many = await Promise.all([made(1), made(2)])
  expect(await tried(signIn, { authorization: [...many, ann].join(' ') })).toEqual({ keys: null, tried: [] })
  await issuer.close()
})

test('S of cookies by our name two are tried, and only what looks like a session', async () => {
  const signIn = local()
  const { cookie } = (await signIn.exchangeCode(signIn.signInUrl('').split('#c=')[1]!))!
  const ours = cookie.split(';')[0]!
  const planted = `longhand-1=${Date.now()}.${'x'.repeat(43)}`
  const known = (...cookies: readonly string[]) => signIn.authenticate({ ...nothing, cookie: cookies.join('; ') })
  expect(await known(...Array(900).fill('longhand-1=1.x'), ours)).not.toBeNull()
  expect(await known(planted, ours)).not.toBeNull()
  expect(await known(planted, planted, ours)).toBeNull()
})

test('S an address has few new tokens looked at, and nobody who is signed in waits for the others at it', async () => {
  const issuer = await startIssuer()
  const limits = { perMinute: { ...sharedRates, 'new-token': 12, 'sign-in': 600 } }
  const server = await start({ auth: issuer.auth, limits })
  const ask = async (path: string, headers: Record<string, string>) =>
    (await fetch(server.url + path, { headers })).status
  const bearer = (shown: string) => ({ authorization: `Bearer ${shown}` })
  const ann = await issuer.sign({ sub: 'ann' })
  expect(await ask('/api/models', bearer(ann))).toBe(200)
  const made = await Promise.all([1, 2, 3, 4].map(at => issuer.sign({ sub: 'ann', jti: `${at}` }, 'made-up')))
  const places = [bearer(made[0]!), { ...bearer('x'), 'x-api-key': made[1]! }, { 'longhand-token': made[2]! }]
  const answers: number[] = []
  for (const headers of [...places, { 'sec-fetch-site': 'same-origin', cookie: `__Host-longhand=${made[3]}` }])
    for (const path of 'cookie' in headers ? ['/api/models'] : ['/v1/models']) answers.push(await ask(path, headers))
  // Three at once, and one of them was hers: she is known now, and what is known takes no place.
  expect(answers).toEqual([401, 401, 429, 429])
  // A good one that was never seen waits like any other: it was not looked at.
  expect(await ask('/api/models', bearer(await issuer.sign({ sub: 'bob' })))).toBe(429)
  for (const headers of [bearer(ann), { 'sec-fetch-site': 'same-origin', cookie: `__Host-longhand=${ann}` }])
    expect(await ask('/api/models', headers)).toBe(200)
  expect(await ask('/v1/models', { 'x-api-key': ann })).not.toBe(429)
  await server.close()
  await issuer.close()
})
