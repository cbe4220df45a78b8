import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { createServer as createHttpServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createApi } from 'longhand/client'
import { openEmbedded } from 'longhand/embedded'
import { answer, behave, type FakeProvider, failure, startFakeProvider } from 'longhand/internal/testing'
import { openMemory } from 'longhand/memory'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { noConfig } from '../config/read-config.ts'
import { type Connections, openConnections } from '../connections/connections.ts'
import { writeConnections } from '../connections/connections-file.ts'
import { createServer, type ServerOptions } from '../create-server.ts'
import type { LonghandServer } from '../server.ts'
import { openLog } from '../telemetry/log.ts'
import { chunksOf } from '../testing/chunks.ts'
import { startIssuer } from '../testing/issuer.ts'
import { rawRequest } from '../testing/raw-request.ts'
import { start } from '../testing/start.ts'

const key = 'sk-kiwi0kiwi0kiwi0kiwi0kiwi0kiwi0'
const listed = ['claude-sonnet-4-5', 'gpt-5-mini', 'gemini-2.5-flash', 'openai/gpt-5-mini', 'llama3.2', 'text-embed-3']

let fake: FakeProvider
let folder: string
let log = ''
const keepLine = (line: string): void => {
  log += line
}
const closing: (() => unknown)[] = []
beforeEach(async () => {
  log = ''
  folder = mkdtempSync(join(tmpdir(), 'longhand-connect-'))
  fake = await startFakeProvider({ behaviour: () => answer('Yes.'), models: listed, key })
})
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
  await fake.close()
  rmSync(folder, { recursive: true })
})

type Running = LonghandServer & { readonly api: ReturnType<typeof createApi> }

async function serve(options: Partial<ServerOptions> = {}): Promise<Running> {
  const server = await createServer({
    ...{ folder, hostname: '127.0.0.1', port: 0, database: null, variables: {}, openStorage: async () => openMemory() },
    log: openLog('trace', { write: keepLine }),
    ...options,
  })
  closing.push(server.close)
  return { ...server, api: createApi({ base: server.url, headers: { authorization: `Bearer ${server.token}` } }) }
}

async function ask({ api }: Running, text: string): Promise<string> {
  const { id } = await api.create()
  return JSON.stringify(await chunksOf(await api.send(id, { clientId: 'm1', text }, {})))
}

test.each([
  ['anthropic', 'claude-sonnet-4-5'],
  ['openai', 'gpt-5-mini'],
  ['google', 'gemini-2.5-flash'],
  ['openrouter', 'openai/gpt-5-mini'],
  ['ollama', 'llama3.2'],
])('W9 %s is tested, connected, and answers without a restart and after one', async (name, model) => {
  const server = await serve()
  const connection = { name, key, baseURL: fake.baseURL }
  const tested = await server.api.testConnection(connection)
  expect(tested).toMatchObject({ outcome: 'works', baseURL: fake.baseURL })
  if (tested.outcome !== 'works') return
  expect(tested.models).toContain(model)
  expect(tested.models).not.toContain('text-embed-3')
  expect(fake.calls).toHaveLength(0)
  expect((await server.api.models()).map(({ id }) => id)).not.toContain(`${name}/${model}`)
  expect(await server.api.connect(connection, [model])).toEqual({
    outcome: 'works',
    sentence: `${name}/${model} answers.`,
  })
  expect(fake.calls).toHaveLength(1)
  expect(await server.api.models()).toContainEqual(expect.objectContaining({ id: `${name}/${model}`, offline: false }))
  expect(await server.api.settings()).toMatchObject({ model: `${name}/${model}` })
  expect(await server.api.providers()).toContainEqual(
    expect.objectContaining({ name, key: 'page', state: 'open', connected: true }),
  )
  expect(await ask(server, 'Are you there?')).toContain('Yes.')
  await server.close()
  const again = await serve()
  expect(await ask(again, 'And now?')).toContain('Yes.')
  await again.api.disconnect(name)
  expect((await again.api.models()).every(({ offline }) => offline)).toBe(true)
  expect(await again.api.settings()).toMatchObject({ model: 'offline/quoting' })
  expect(readFileSync(join(folder, 'connections.json'), 'utf8')).not.toContain(key)
})

test('W9 a server whose address lacks its version is found, and one without a key needs none', async () => {
  const open = await startFakeProvider({ behaviour: () => answer('Yes.'), models: ['llama3.2'] })
  closing.push(open.close)
  const { api } = await serve()
  const bare = { name: 'vllm', key: null, baseURL: new URL(open.baseURL).origin }
  expect(await api.testConnection(bare)).toEqual({
    outcome: 'works',
    sentence: 'It works, with one model.',
    baseURL: open.baseURL,
    models: ['llama3.2'],
    suggested: ['llama3.2'],
  })
  expect(await api.connect({ ...bare, baseURL: open.baseURL }, ['llama3.2'])).toMatchObject({ outcome: 'works' })
  expect(await api.providers()).toContainEqual(
    expect.objectContaining({ name: 'vllm', key: 'none', host: new URL(open.baseURL).host, connected: true }),
  )
})

test('W9 what goes wrong is told in one plain sentence, and nothing is stored', async () => {
  const html = createHttpServer((_, to) => void to.writeHead(200, { 'content-type': 'text/html' }).end('<p>Hello'))
  await new Promise<void>(resolve => html.listen(0, '127.0.0.1', resolve))
  closing.push(() => html.close())
  const redirecting = createHttpServer((_, to) => void to.writeHead(302, { location: `${fake.baseURL}/models` }).end())
  await new Promise<void>(resolve => redirecting.listen(0, '127.0.0.1', resolve))
  closing.push(() => redirecting.close())
  const at = (server: typeof html) => `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
  const { api } = await serve()
  const wrong = `${key}x`
  const sentenceFor = async (name: string, given: string | null, baseURL: string | null) =>
    (await api.testConnection({ name, key: given, baseURL })).sentence
  expect(await sentenceFor('anthropic', wrong, fake.baseURL)).toBe(
    'anthropic refuses this key. Check that you pasted all of it.',
  )
  expect(await sentenceFor('openrouter', wrong, fake.baseURL)).toMatch(/^openrouter refuses this key/)
  expect(await sentenceFor('vllm', null, fake.baseURL)).toBe('vllm wants a key. Paste one.')
  expect(await sentenceFor('vllm', key, at(html))).toMatch(
    /^Something answers at this address, but not as a model server/,
  )
  expect(await sentenceFor('vllm', key, at(redirecting))).toMatch(/^This address redirects/)
  expect(await sentenceFor('vllm', key, 'http://127.0.0.1:1/v1')).toBe(
    'Nothing answers at 127.0.0.1:1. Check the address, and that the server runs.',
  )
  expect(await api.connect({ name: 'openai', key: wrong, baseURL: fake.baseURL }, ['gpt-5-mini'])).toEqual({
    outcome: 'failed',
    sentence: 'The key was refused. Check that it is set, valid and allowed to use this model.',
  })
  expect(await api.models()).toHaveLength(2)
  expect(readdirSync(folder)).not.toContain('connections.json')
  await expect(api.disconnect('openai')).rejects.toMatchObject({ code: 'not-found' })
})

test('W9 one that cannot be tried now can be connected untested', async () => {
  const { api } = await serve()
  const connection = { name: 'openai', key, baseURL: 'http://127.0.0.1:1/v1' }
  expect(await api.connect(connection, ['gpt-5-mini'])).toMatchObject({ outcome: 'failed' })
  expect(await api.connect(connection, ['gpt-5-mini'], 'untested')).toMatchObject({ outcome: 'works' })
  expect(await api.models()).toContainEqual(expect.objectContaining({ id: 'openai/gpt-5-mini' }))
})

test.each([
  ['a name with a slash', { name: 'a/b' }, /a name of small letters/],
  ['a name that is taken', { name: 'offline' }, /another name/],
  ['no key for a provider that needs one', { key: null }, /Paste a key/],
  ['a key of two lines', { key: `${key}\nx` }, /a key: this holds spaces/],
  ['no address for a server of one’s own', { name: 'mine', baseURL: null }, /Give the address/],
  ['an address with a password', { baseURL: `http://me:${key}@gpu.lan/v1` }, /without a password/],
  ['a file', { baseURL: 'file:///etc/passwd' }, /begins with http/],
])('W9, F6 %s is refused in a sentence that does not quote it', async (_, change, sentence) => {
  const { api } = await serve()
  const asking = api.testConnection({ name: 'openai', key, baseURL: null, ...change })
  await expect(asking).rejects.toMatchObject({ code: 'bad-request', message: expect.stringMatching(sentence) })
  await expect(asking).rejects.toMatchObject({ message: expect.not.stringContaining('kiwi0') })
})

test('W9 what the environment or the configuration sets up is changed there', async () => {
  const { api } = await serve({ variables: { OPENAI_API_KEY: 'sk-of-the-environment' } })
  const connecting = api.connect({ name: 'openai', key, baseURL: fake.baseURL }, ['gpt-5-mini'])
  await expect(connecting).rejects.toMatchObject({ code: 'not-allowed' })
  expect(fake.calls).toHaveLength(0)
})

test('W9, S the key is in its file and nowhere else: no answer, export, log, metric, or file of the database', async () => {
  const server = await serve({ openStorage: () => openEmbedded(folder) })
  const said: string[] = []
  const read = async (path: string) => {
    const headers = { authorization: `Bearer ${server.token}` }
    said.push(await (await fetch(server.url + path, { headers })).text())
  }
  const connection = { name: 'openai', key, baseURL: fake.baseURL }
  said.push(JSON.stringify(await server.api.testConnection(connection)))
  said.push(JSON.stringify(await server.api.connect(connection, ['gpt-5-mini'])))
  said.push(await ask(server, 'Hello'))
  const quoteKey = ({ key }: { readonly key: string }) => failure('bad-request', { sentence: `${key} is odd.` })
  fake.script(behave('leaky-error'), quoteKey, behave('leaky-error'), quoteKey)
  said.push(await ask(server, 'Hello again'), await ask(server, 'And again'))
  for (let times = 0; times < 2; times++)
    said.push(JSON.stringify(await server.api.connect(connection, ['gpt-5-mini'])))
  const paths = ['models', 'providers', 'settings', 'connections/local', 'export', 'conversations', 'calibrations']
  for (const path of paths) await read(`/api/${path}`)
  await read('/metrics')
  await server.close()
  expect(said.join('')).toContain('gpt-5-mini')
  expect(said.join('')).not.toContain('kiwi0')
  expect(log).not.toContain('kiwi0')
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter(one => one.isFile())
  const holding = files.map(one => join(one.parentPath, one.name)).filter(path => readFileSync(path).includes('kiwi0'))
  expect(holding).toEqual([join(folder, 'connections.json')])
  expect(statSync(holding[0]!).mode & 0o777).toBe(0o600)
  expect(files.length).toBeGreaterThan(100)
})

test('W9, S another website, a foreign name for this host and somebody without a token connect nothing', async () => {
  const server = await serve()
  const body = JSON.stringify({ key, baseURL: fake.baseURL, models: ['gpt-5-mini'], check: 'untested' })
  const tried = async (headers: Record<string, string>) =>
    (await fetch(`${server.url}/api/connections/openai`, { method: 'PUT', headers, body })).status
  const json = { 'content-type': 'application/json' }
  const token = { authorization: `Bearer ${server.token}` }
  expect(await tried({ ...json })).toBe(401)
  expect(await tried({ ...json, ...token, origin: 'https://evil.example' })).toBe(403)
  expect(await tried({ ...json, ...token, 'sec-fetch-site': 'cross-site' })).toBe(403)
  expect(await tried({ ...token, 'content-type': 'text/plain' })).toBe(415)
  expect((await fetch(`${server.url}/api/connections/local`)).status).toBe(401)
  const port = Number(new URL(server.url).port)
  const headers = [`Host: evil.example:${port}`, `Authorization: ${token.authorization}`]
  expect((await rawRequest({ port, method: 'GET', target: '/api/connections/local', headers })).status).toBe(421)
  expect(readdirSync(folder)).not.toContain('connections.json')
})

test('W9 model servers of this machine are found, unless they are connected already', async () => {
  const open = await startFakeProvider({ behaviour: () => answer('Yes.'), models: ['llama3.2', 'qwen3'] })
  closing.push(open.close)
  const silent = createHttpServer(() => {})
  await new Promise<void>(resolve => silent.listen(0, '127.0.0.1', resolve))
  closing.push(
    () => silent.close(),
    () => silent.closeAllConnections(),
  )
  const localServers = [
    { name: 'ollama', baseURL: open.baseURL },
    { name: 'lm-studio', baseURL: `http://127.0.0.1:${(silent.address() as AddressInfo).port}/v1` },
    { name: 'gone', baseURL: 'http://127.0.0.1:1/v1' },
  ]
  const connections: Connections = openConnections({
    ...{ variables: {}, config: {}, connections: [], save: async () => {}, localServers },
  })
  const server = await start({ connections })
  closing.push(server.close)
  expect(await server.api.localServers()).toEqual([{ ...localServers[0], models: ['llama3.2', 'qwen3'] }])
  await connections.connect({ name: 'mine', key: null, baseURL: open.baseURL, models: ['qwen3'] })
  expect(await server.api.localServers()).toEqual([])
})

test('W9, S where an issuer signs people in, nobody connects anything, and what was connected before is not used', async () => {
  const issuer = await startIssuer()
  closing.push(issuer.close)
  await writeConnections(folder, [{ name: 'openai', key, baseURL: fake.baseURL, models: ['gpt-5-mini'] }])
  const { mode, issuer: name, jwks, audience } = issuer.auth
  const server = await serve({
    config: { ...noConfig, values: { auth: { mode, issuer: name, audience, jwks_url: jwks } } },
  })
  const authorization = `Bearer ${await issuer.sign({ sub: crypto.randomUUID() })}`
  const api = createApi({ base: server.url, headers: { authorization } })
  const refused = { code: 'not-allowed', message: 'Ask the operator of this server.' }
  await expect(api.localServers()).rejects.toMatchObject(refused)
  await expect(api.testConnection({ name: 'openai', key, baseURL: null })).rejects.toMatchObject(refused)
  await expect(api.connect({ name: 'x', key, baseURL: fake.baseURL }, ['y'], 'untested')).rejects.toMatchObject(refused)
  await expect(api.disconnect('openai')).rejects.toMatchObject(refused)
  expect((await api.models()).every(({ offline }) => offline)).toBe(true)
  expect(await api.providers()).toContainEqual(expect.objectContaining({ name: 'openai', state: 'closed' }))
})
