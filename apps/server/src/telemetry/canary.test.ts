import { type Failure, failure } from 'longhand/internal/testing'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { fakeAnthropic } from '../testing/anthropic.ts'
import { chunksOf } from '../testing/chunks.ts'
import { ask } from '../testing/fill.ts'
import { type Started, start } from '../testing/start.ts'
import { openLog } from './log.ts'

/** Secrets that nobody has issued, in the forms that real ones have; each holds a word that stands nowhere else. */
const canaries = {
  anthropic: 'sk-ant-api03-kiwi0kiwi0kiwi0kiwi0kiwi0kiwi0',
  openai: 'sk-proj-robin1robin1robin1robin1robin1',
  github: 'ghp_finch2finch2finch2finch2finch2finch2',
  amazon: 'AKIAHERON3HERON3HERO',
  google: 'AIzaSyCRANE4CRANE4CRANE4CRANE4CRANE4CRA',
  slack: 'xoxb-12345-egret5egret5egret5',
  token: 'eyJhbGciOiJIUzI1NiJ9.c3RvcmtzdG9yazY2NnN0b3Jr.c3RvcmtzaWduYXR1cmU2Ng',
  database: 'postgres://ann:quail7quail7@db.example/shop',
  bearer: 'Authorization: Bearer raven8raven8raven8raven8',
  password: 'password=swift9swift9swift9',
  npm: 'npm_wren0wren0wren0wren0wren0wren0wren0',
  key: '-----BEGIN PRIVATE KEY-----\nbG9vbnNiZWxvd3RoZXdhdGVy\n-----END PRIVATE KEY-----',
} as const

const words = [
  ...['kiwi0', 'robin1', 'finch2', 'HERON3', 'CRANE4', 'egret5', 'c3RvcmtzdG9y', 'quail7', 'raven8', 'swift9', 'wren0'],
  'bG9vbnNi',
]
const all = Object.values(canaries)
const found = (text: string): readonly string[] => words.filter(word => text.includes(word))

let server: Started
let anthropic: Awaited<ReturnType<typeof fakeAnthropic>>
let log = ''
const write = (line: string): void => {
  log += line
}
beforeEach(async () => {
  anthropic = await fakeAnthropic(4_000)
  server = await start({ ...anthropic, log: openLog('trace', { write }) })
})
afterEach(async () => {
  await server.close()
  await anthropic.fake.close()
})

const say = async (id: string, clientId: string, text: string) =>
  JSON.stringify(
    await chunksOf((await ask(server, 'POST', `/api/conversations/${id}/messages`, { clientId, text })).body),
  )

test('S the canaries can be seen where they are: a test that finds nothing must be able to find something', () => {
  expect(found(all.join(' '))).toEqual(words)
})

test('E2, S secrets in every input are in no error, no log and no metric', async () => {
  const { id } = await server.api.create()
  const at = `/api/conversations/${id}`
  const errors: string[] = []
  const tried = async (method: string, path: string, body?: unknown) => {
    const answer = await ask(server, method, path, body)
    const text = await answer.text()
    if (answer.status >= 400) errors.push(text)
  }
  for (const secret of all) {
    const place = encodeURIComponent(secret)
    await tried('GET', `/api/conversations/${place}`)
    await tried('GET', `/api/conversations?limit=${place}`)
    await tried('GET', `/api/${place}`)
    await tried('POST', '/api/conversations', { model: secret })
    await tried('POST', '/api/conversations', { [secret]: 1 })
    await tried('POST', '/api/conversations', { project: secret })
    await tried('PATCH', at, { model: `anthropic`, title: [secret] })
    await tried('PATCH', '/api/settings', { fastModel: secret })
    // A name that its sender has chosen is taken as it is, and still nobody else hears of it.
    await (await ask(server, 'POST', `${at}/messages`, { clientId: secret, text: 'x' })).text()
    await tried('POST', `${at}/messages`, { clientId: 'm', text: 'x', after: secret })
    await tried('POST', `${at}/commands`, { text: `/${secret}` })
    await tried('POST', `${at}/commands`, { text: `/restore ${secret}` })
    await tried('POST', `${at}/commands`, { text: `/model ${secret}` })
    await tried('POST', `${at}/branches/fork`, { entry: secret })
    await tried('POST', `${at}/checkpoints/${place}/restore`, {})
    await tried('POST', '/api/stateless', { messages: [{ role: secret, parts: [] }] })
    await tried('POST', '/api/import', { messages: [{ role: secret, content: secret }] })
    await tried('POST', '/api/runs', { conversation: secret })
    await tried('POST', '/api/login', { code: secret })
    await fetch(`${server.url}/api/models`, { headers: { authorization: secret.replaceAll('\n', ' ') } })
  }
  expect(errors.length).toBeGreaterThan(15 * all.length)
  expect(errors.flatMap(found)).toEqual([])
  expect(found(log)).toEqual([])
  expect(found(await (await ask(server, 'GET', '/metrics')).text())).toEqual([])
})

test('E2, S secrets that a provider puts into its errors are in no answer, no log and no metric', async () => {
  const { id } = await server.api.create()
  const kinds: readonly Failure['kind'][] = ['bad-request', 'bad-key', 'too-large', 'overflow']
  const shown: string[] = []
  for (const [at, secret] of all.entries()) {
    anthropic.fake.script(
      ...kinds.map(kind => () => failure(kind, { sentence: `The request ${secret} was not understood.` })),
      ...kinds.map(kind => () => failure(kind, { sentence: secret })),
    )
    for (let n = 0; n < 4; n++) shown.push(await say(id, `p${at}-${n}`, 'Go on'))
  }
  expect(shown.join('')).toContain('The provider')
  expect(shown.flatMap(found)).toEqual([])
  expect(found(log)).toEqual([])
  expect(log).toContain('"outcome":"failed"')
  expect(log).not.toContain('not understood')
  expect(found(await (await ask(server, 'GET', '/metrics')).text())).toEqual([])
})

test('S, Q4 secrets that people and the summariser say are in no summary, no memory and no log', async () => {
  const { id } = await server.api.create()
  for (const [at, secret] of all.entries()) {
    const text = `Never print this: ${secret}\nThe price in src/prices/item-${at}.ts is ${at}.50 euros. ${'It was agreed. '.repeat(12)}`
    await say(id, `m${at}`, text)
  }
  for (let at = 0; at < 8; at++) await say(id, `n${at}`, `Item ${at} was ordered. ${'It was agreed. '.repeat(12)}`)
  const answer = await ask(server, 'POST', `/api/conversations/${id}/compact`, { force: true })
  expect(answer.status).toBeLessThan(300)
  while ((await server.api.receipts(id)).length === 0) await new Promise(resolve => setTimeout(resolve, 20))
  const { entries } = await server.api.entries(id)
  const folds = JSON.stringify(entries.filter(({ type }) => type === 'compaction'))
  expect(folds).toContain('item-3.ts')
  expect(found(folds)).toEqual([])
  const memories = await (await ask(server, 'GET', '/api/memories?q=price')).text()
  expect(found(memories)).toEqual([])
  expect(found(log)).toEqual([])
  expect(log).not.toContain('It was agreed')
})
