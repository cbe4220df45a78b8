import { afterEach, beforeEach, expect, test } from 'vitest'
import { type EchoProvider, startEchoProvider } from '../testing/echo-provider.ts'
import { type Issuer, startIssuer } from '../testing/issuer.ts'
import { type Started, start } from '../testing/start.ts'

const ours = 'T'.repeat(20)
let echo: EchoProvider
let issuer: Issuer
let local: Started
let shared: Started
beforeEach(async () => {
  echo = await startEchoProvider()
  issuer = await startIssuer()
  const upstreams = [
    { name: 'anthropic', protocols: ['anthropic'], baseURL: echo.baseURL, key: 'server-key', hosted: true },
    { name: 'openai', protocols: ['openai-chat'], baseURL: echo.baseURL, key: 'server-key', hosted: true },
  ] as const
  const tokens = { current: () => ours, all: () => [{ token: ours, until: null }], relaySecret: ours }
  local = await start({ upstreams, tokens })
  shared = await start({ upstreams, auth: issuer.auth })
})
afterEach(async () => {
  await Promise.all([local.close(), shared.close(), issuer.close(), echo.close()])
})

const addresses = [
  ['POST', '/v1/messages'],
  ['POST', '/v1/messages/count_tokens'],
  ['POST', '/v1/chat/completions'],
  ['POST', '/v1/embeddings'],
  ['GET', '/v1/models'],
] as const

const asking = (server: Started, [method, path]: readonly [string, string], headers: Record<string, string>) =>
  fetch(server.url + path, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    ...(method === 'POST' && { body: '{"model":"m","input":"x","messages":[{"role":"user","content":"Hello."}]}' }),
  })

/** All that the provider was shown besides bodies. */
const shown = () => JSON.stringify(echo.calls.map(({ headers, ...rest }) => [headers, { ...rest, body: '' }]))

const servers = [
  ['one person', () => local, async () => ours],
  ['many', () => shared, () => issuer.sign({ sub: 'ann' })],
] as const

test.each(servers)(
  'H4.21 on a server of %s our token reaches no provider, in whichever header it stands',
  async (_, server, tokenOf) => {
    const token = await tokenOf()
    for (const address of addresses) {
      for (const name of ['api-key', 'x-goog-api-key'])
        expect((await asking(server(), address, { [name]: token })).status).toBe(200)
      const own = { authorization: 'Bearer sk-own', 'longhand-token': token }
      for (const name of ['api-key', 'x-goog-api-key', 'x-auth', 'openai-organization', 'x-access-token'])
        expect(
          (await asking(server(), address, { ...own, [name]: `Bearer "${token}"`, 'x-else': 'goes on' })).status,
        ).toBe(200)
    }
    const basic = Buffer.from(`me:${token}`).toString('base64')
    const coded = { 'x-api-key': 'sk-own', 'longhand-token': token, 'x-else': 'goes on' }
    await asking(server(), addresses[0], { ...coded, 'proxy-login': basic, authorization: `Basic ${basic}` })
    expect(echo.calls).toHaveLength(addresses.length * 7 + 1)
    expect(shown()).not.toContain(token)
    expect(shown()).not.toContain(basic)
    expect(shown().match(/goes on/g)).toHaveLength(addresses.length * 5 + 1)
  },
)

/** A token glued to other signs, each under the header it stands in. */
const glued = (token: string): readonly (readonly [name: string, value: string])[] => [
  ['authorization', `Bearer sk-${token}`],
  ['authorization', `Bearer ${token}x`],
  ['authorization', `Basic ${Buffer.from(`me:sk-${token}x`).toString('base64')}`],
  ['x-api-key', `key_${token}`],
  ['x-goog-api-key', `-${token}`],
  ['x-y', `sk-${token}`],
  ['x-y', `${token}${token}`],
  ['x-y', `v1.${token}.x`],
  ['x-y', token.replaceAll(/[.T]/g, sign => `%${sign.charCodeAt(0).toString(16)}`)],
]

test.each(servers)(
  'H4.21 on a server of %s our token reaches no provider glued to other signs or escaped, and what is beside it does',
  async (_, server, tokenOf) => {
    const token = await tokenOf()
    for (const [name, value] of glued(token)) {
      const before = echo.calls.length
      const beside = name === 'authorization' ? { 'x-api-key': 'sk-own' } : { authorization: 'Bearer sk-own' }
      const sent = { ...beside, 'longhand-token': token, [name]: value, 'x-else': 'goes on' }
      expect((await asking(server(), addresses[0], sent)).status).toBe(200)
      expect(echo.calls).toHaveLength(before + 1)
      expect(shown()).not.toContain(value)
      expect(echo.calls.at(-1)!.headers).toHaveProperty('x-else', 'goes on')
    }
  },
)

test.each(servers)(
  'H4.21 on a server of %s an address that holds it is refused in a sentence',
  async (_, server, tokenOf) => {
    const token = await tokenOf()
    const spelt = token.replace(/^./, first => `%${first.charCodeAt(0).toString(16)}`)
    const coded = encodeURIComponent(Buffer.from(`me:${token}`).toString('base64'))
    for (const [method, path] of addresses)
      for (const query of [`?key=${token}`, `?a=b&api_key=${spelt}`, `?key=sk-${token}x`, `?basic=${coded}`]) {
        const answer = await asking(server(), [method, path + query], {
          'x-api-key': 'sk-own',
          'longhand-token': token,
        })
        expect([answer.status, await answer.text()]).toEqual([400, expect.stringContaining('token is in the address')])
      }
    expect(echo.calls).toEqual([])
    expect((await asking(server(), ['GET', '/v1/models?limit=5&key=own'], { 'x-api-key': token })).status).toBe(200)
  },
)

test('H4.21 a key of the client’s own in such a header goes on beside a token, and never beside the server’s key', async () => {
  await asking(local, addresses[0], { 'x-api-key': 'sk-own', 'api-key': 'sk-azure' })
  await asking(local, addresses[0], { 'x-api-key': ours, 'api-key': 'sk-azure' })
  expect(echo.calls.map(({ headers }) => [headers['x-api-key'], headers['api-key']])).toEqual([
    ['sk-own', 'sk-azure'],
    ['server-key', undefined],
  ])
})
