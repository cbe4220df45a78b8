import { setTimeout } from 'node:timers/promises'
import type { Storage } from 'longhand/internal/engine'
import {
  answer,
  armFailpoints,
  disarmFailpoints,
  type FakeProvider,
  startFakeProvider,
} from 'longhand/internal/testing'
import { meter } from 'longhand/internal/tokens'
import { openMemory } from 'longhand/memory'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createModelList } from '../models/model-list.ts'
import { offlineSource } from '../models/offline.ts'
import type { Sdk } from '../testing/sdk-clients/sdk-client.ts'
import { anthropicSdk } from '../testing/sdks.ts'
import { type Started, start } from '../testing/start.ts'

let fake: FakeProvider
let storage: Storage
let server: Started
beforeEach(async () => {
  fake = await startFakeProvider()
  storage = openMemory()
  server = await startServer()
})
afterEach(async () => {
  disarmFailpoints()
  await server.close()
  await fake.close()
})

async function startServer(window = 3_000): Promise<Started> {
  const at = { baseURL: fake.baseURL, key: 'server-key', hosted: true }
  return start({
    storage,
    upstreams: [
      { ...at, name: 'anthropic', protocols: ['anthropic'] },
      { ...at, name: 'openai', protocols: ['openai-responses'] },
    ],
    ...{ meter, window, policy: { keep: { by: 'messages', amount: 4 } } as const, log: () => {} },
  })
}

const restart = async (window = 3_000) => {
  await server.close()
  server = await startServer(window)
}

const words = (at: number) => `Question ${at}: why is price ${at}00? ${'It was agreed before. '.repeat(25)}`

async function post(path: string, fields: object, headers: Readonly<Record<string, string>> = {}): Promise<Sdk> {
  const model = path === 'messages' ? 'claude-opus-5' : 'gpt-5-mini'
  const response = await fetch(`${server.url}/v1/${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${server.token}`, 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ model, ...fields }),
  })
  const body: Sdk = await response.json().catch(() => null)
  const header = (name: string) => response.headers.get(`longhand-${name}`)
  const said = { id: body?.id, output: body?.output, error: body?.error?.message }
  return {
    ...said,
    status: response.status,
    relay: header('relay'),
    conversation: header('conversation'),
    compaction: header('compaction'),
  }
}

const ask = (fields: object, headers: Readonly<Record<string, string>> = {}) => post('responses', fields, headers)
const last = () => fake.calls.at(-1)!.request
const count = (text: string, word: string) => text.split(word).length - 1
const isWritten = () => JSON.stringify(last().body).includes('<summary>')

test.each(['responses', 'messages'])('H4.17 an answer without a word does not end what is kept (%s)', async path => {
  let id: Sdk = null
  const relays: Sdk[] = []
  for (let n = 0; n < 6; n++) {
    if (n === 3) fake.script(() => answer([], 'stop'))
    const thread = id === null ? { type: 'create' } : { type: 'continue', previous_message_id: id }
    const fields =
      path === 'messages'
        ? { max_tokens: 9, thread, messages: [{ role: 'user', content: `Short ${n}.` }] }
        : { input: `Short ${n}.`, previous_response_id: id }
    const got = await post(path, fields)
    expect(got.status).toBe(200)
    relays.push(got.relay)
    id = got.id
  }
  expect(relays.slice(1)).toEqual(Array(5).fill('kept'))
})

test('H4.17 what the system says in the request that is written in full is said once', async () => {
  let previous: Sdk = null
  for (let n = 0; n < 14; n++) {
    const input = [
      { role: 'developer', content: `Rule-${n}-X.` },
      { role: 'user', content: words(n) },
    ]
    previous = (await ask({ input, previous_response_id: previous })).id
    for (let at = 0; at <= n; at++) expect([n, at, count(last().text, `Rule-${at}-X`)]).toEqual([n, at, 1])
  }
})
test('H4.17 what the system says is said once where a client that went on by ids sends everything', async () => {
  const rules = { role: 'developer', content: 'Rule-X.' }
  const input: Sdk[] = [rules]
  let previous: Sdk = null
  for (let n = 0; n < 14; n++) {
    const said = { role: 'user', content: words(n) }
    input.push(said)
    const got =
      n < 4
        ? await ask({ input: n === 0 ? [rules, said] : [said], previous_response_id: previous })
        : await ask({ input })
    previous = got.id
    input.push(...got.output)
    expect([n, count(last().text, 'Rule-X')]).toEqual([n, 1])
  }
})

test('H4.17 what the system said in a request that was kept is there after a restart', async () => {
  const turn = (role: string, content: string) => ({ role, content })
  const input = [
    turn('developer', 'Rule-X.'),
    turn('user', 'Hello.'),
    turn('assistant', 'Hi.'),
    turn('user', 'How are you?'),
  ]
  const first = await ask({ input })
  expect(first.relay).toBe('kept')
  let previous = first.id
  await restart()
  for (let n = 0; n < 14; n++) {
    previous = (await ask({ input: words(n), previous_response_id: previous })).id
    // Until the fold the provider has it; the written request has lost it.
    expect([n, count(last().text, 'Rule-X')]).toEqual([n, 1])
  }
})

test('H4.17 two chats that begin alike never read what the system told the other', async () => {
  const chats: Sdk = { alice: null, bob: null }
  for (let n = 0; n < 12; n++)
    for (const who of ['alice', 'bob']) {
      const user = { role: 'user', content: n === 0 ? 'Hello.' : `${who} ${words(n)}` }
      const rules = { role: 'developer', content: `You serve ${who}, secret-of-${who}.` }
      chats[who] = (await ask({ input: n === 0 ? [rules, user] : [user], previous_response_id: chats[who] })).id
      expect(last().text).not.toContain(`secret-of-${who === 'alice' ? 'bob' : 'alice'}`)
    }
})

test('H4.17 an answer that the provider was told not to hold is written in its words', async () => {
  await restart(100_000)
  const input: Sdk[] = []
  let got: Sdk
  for (let n = 0; n < 8; n++) {
    input.push({ role: 'user', content: words(n) })
    // The last one is held, and the client goes on from it.
    got = await ask({ input, ...(n < 7 ? { store: false } : {}) })
    input.push(...got.output)
  }
  await server.api.compact(got.conversation, { force: true })
  got = await ask({ input: 'And now?', previous_response_id: got.id })
  expect([got.status, got.error]).toEqual([200, undefined])
})

test.each(['*=throw', 'entries.append:before=throw', 'entries.find:before=throw'])(
  'H4.24 what storage missed of a chain once is stored with the next request, and the chain goes on (%s)',
  async points => {
    await restart(100_000)
    let id: Sdk = null
    const relays: Sdk[] = []
    for (let n = 0; n < 7; n++) {
      if (n === 3) armFailpoints(points)
      const got = await ask({ input: `Short ${n}.`, previous_response_id: id })
      // Storing is tried beside the call, and once more with the answer.
      await setTimeout(150)
      disarmFailpoints()
      relays.push(got.relay)
      id = got.id
    }
    expect(relays.slice(4)).toEqual(['kept', 'kept', 'kept'])
    const [row] = await server.api.conversations()
    expect(JSON.stringify(await server.api.entries(row!.id))).toContain('Short 3.')
  },
)

test.each(Array.from({ length: 12 }, (_, n) => n + 7))(
  'H4.17, H4.24 what storage missed at turn %i was read by its provider as it came, whatever is folded when it is stored',
  async missed => {
    let got: Sdk = { id: null }
    for (let n = 0; n < 21; n++) {
      if (n === missed) armFailpoints('*=throw')
      got = await ask({ input: words(n), previous_response_id: got.id })
      if (n === missed) await setTimeout(100)
      disarmFailpoints()
      expect([n, got.compaction !== null]).toEqual([n, isRead('<summary>') && n !== missed])
    }
  },
)

const isRead = (word: string) => last().text.includes(word)

test('H4.17 a request that goes on from a response and names an item of it is kept after a restart', async () => {
  await restart(100_000)
  const first = await ask({ input: 'Hello.' })
  const second = await ask({ input: 'And?', previous_response_id: first.id })
  await restart(100_000)
  const input = [
    { type: 'item_reference', id: second.output[0].id },
    { role: 'user', content: 'What did you mean by that?' },
  ]
  const got = await ask({ input, previous_response_id: second.id })
  expect([got.status, got.relay]).toEqual([200, 'kept'])
})

test('H4.17 what a provider has forgotten is sent again in words, and goes on from there', async () => {
  await restart(100_000)
  let got: Sdk = { id: null }
  for (let n = 0; n < 4; n++) got = await ask({ input: words(n), previous_response_id: got.id })
  fake.forget()
  got = await ask({ input: 'Still there?', previous_response_id: got.id })
  expect([got.status, got.relay]).toEqual([200, 'kept'])
  expect(JSON.stringify(last().body)).not.toContain('item_reference')
  for (let n = 0; n < 4; n++) expect(count(last().text, words(n).trim())).toBe(1)
  await ask({ input: 'Good.', previous_response_id: got.id })
  expect(last().body).toMatchObject({ input: 'Good.' })
})

test('O1, H4.17 the offline model holds nothing, and reads all of what goes on from its answers', async () => {
  await server.close()
  server = await start({
    ...{ storage, meter, log: () => {} },
    models: scopeFor =>
      createModelList({ sources: [offlineSource], ownFigures: {}, settings: () => offline }, scopeFor),
  })
  const first = await ask({ model: 'any', input: 'We chose Postgres because of RLS.' })
  const second = await ask({ model: 'any', input: 'Why Postgres?', previous_response_id: first.id })
  expect(second.output[0].content[0].text).toContain('> We chose Postgres because of RLS.')
  const { client } = await anthropicSdk(server.url, server.token)
  const thread: Sdk = client.beta.messages.thread({ model: 'any', max_tokens: 64 })
  await thread.send({ role: 'user', content: 'We chose Redis because of speed.' })
  const { content } = await thread.send({ role: 'user', content: 'Why Redis?' })
  expect(content[0].text).toContain('> We chose Redis because of speed.')
})

const offline = { model: 'offline/quoting', summaryModel: 'auto', fastModel: 'auto' }

test('H4.17 a picture that is written in full keeps how closely it is to be looked at', async () => {
  await restart(100_000)
  let got: Sdk = { id: null }
  const picture = { type: 'input_image', detail: 'low', image_url: 'https://pictures.example/p.png' }
  for (let n = 0; n < 8; n++) {
    const content = [{ type: 'input_text', text: words(n) }, ...(n === 7 ? [picture] : [])]
    got = await ask({ input: [{ role: 'user', content }], previous_response_id: got.id })
  }
  await server.api.compact(got.conversation, { force: true })
  await ask({ input: 'And?', previous_response_id: got.id })
  const written = JSON.stringify((last().body as Sdk).input)
  expect(written).toContain('<summary>')
  expect(written).toContain('"detail":"low"')
})

test('H4.17 a call of a custom tool is written as what its output answers', async () => {
  await restart(100_000)
  let got: Sdk = { id: null }
  for (let n = 0; n < 8; n++) {
    const call = [
      { type: 'custom_tool_call', call_id: 'call_xyzzy1', name: 'patch', input: 'do it' },
      { type: 'custom_tool_call_output', call_id: 'call_xyzzy1', output: 'done' },
    ]
    const said = { role: 'user', content: words(n) }
    got = await ask({ input: n === 7 ? [said, ...call] : [said], previous_response_id: got.id })
  }
  await server.api.compact(got.conversation, { force: true })
  await ask({ input: 'And?', previous_response_id: got.id })
  const types = (last().body as Sdk).input.map(({ type }: Sdk) => type)
  expect(types).toContain('custom_tool_call_output')
  expect(types).toContain('custom_tool_call')
})

test('H4.17 a refusal that stays word for word is written as an item that the API takes', async () => {
  let previous: Sdk = null
  for (let n = 0; n < 14; n++) {
    fake.script(() => answer(`I can't help with number ${n}.`, 'refusal'))
    previous = (await ask({ input: words(n), previous_response_id: previous })).id
    if (!isWritten()) continue
    // A bare {"type":"refusal"} is the content of a message and no item.
    expect((last().body as Sdk).input.filter(({ type }: Sdk) => type === 'refusal')).toEqual([])
    return
  }
  throw new Error('never written')
})

const slow = () => ({ ...answer('A slow answer.'), delivery: { type: 'slow', ms: 600 } }) as const

test('H4.17 what is folded while a response is under way is folded for what goes on from it', async () => {
  await restart(4_000)
  let got: Sdk = { id: null }
  for (let n = 0; n < 8; n++) got = await ask({ input: words(n), previous_response_id: got.id })
  fake.script(slow)
  const flying = ask({ input: 'In flight?', previous_response_id: got.id })
  await expect.poll(() => fake.calls.at(-1)!.request.text).toContain('In flight?')
  expect((await server.api.compact(got.conversation, { force: true })).type).toBe('completed')
  got = await ask({ input: 'After it.', previous_response_id: (await flying).id })
  expect(got.compaction).not.toBe(null)
  // The header says that 12 messages are folded; the provider reads all of them.
  expect(last().text).toContain('<summary>')
})
test('H4.17 the same in a thread', async () => {
  await restart(4_000)
  const tell = (content: string, id: Sdk) =>
    post('messages', {
      max_tokens: 9,
      thread: id === null ? { type: 'create' } : { type: 'continue', previous_message_id: id },
      messages: [{ role: 'user', content }],
    })
  let got: Sdk = { id: null }
  for (let n = 0; n < 8; n++) got = await tell(words(n), got.id)
  fake.script(slow)
  const flying = tell('In flight?', got.id)
  await expect.poll(() => fake.calls.at(-1)!.request.text).toContain('In flight?')
  expect((await server.api.compact(got.conversation, { force: true })).type).toBe('completed')
  expect((await tell('After it.', (await flying).id)).status).toBe(404)
})

const shown = (n: number) => last().text.includes(words(n).trim())

test('H4.16, H4.17 what is released on the page is folded for the next request that goes on from a response', async () => {
  let got: Sdk = { id: null }
  const step = async (n: number) => {
    got = await ask({ input: n < 10 ? words(n) : `Short ${n}.`, previous_response_id: got.id })
  }
  for (let n = 0; n < 11; n++) await step(n)
  expect([got.compaction !== null, shown(1)]).toEqual([true, false])
  await server.api.protect(got.conversation, 3, 'protect')
  await step(11)
  expect(shown(1)).toBe(true)
  await server.api.protect(got.conversation, 3, 'release')
  await step(12)
  expect(shown(1)).toBe(false)
})
test('H4.16, H4.17 of two condensings the newer is undone on the page for the next request', async () => {
  // Two condensings come by themselves; then there is room for what is undone.
  let got: Sdk = { id: null }
  let n = 0
  const step = async () => {
    got = await ask({ input: words(n), previous_response_id: got.id })
    n++
  }
  while (!got.compaction?.startsWith('version=2')) await step()
  await restart(100_000)
  await step()
  expect([shown(1), shown(12)]).toEqual([false, false])
  await server.api.undo(got.conversation)
  await step()
  // The header says version 1 by now.
  expect([got.compaction?.slice(0, 9), shown(1), shown(12)]).toEqual(['version=1', false, true])
})
test('H4.16, H4.17 what is redone on the page is folded again for the next request that goes on from a response', async () => {
  await restart(100_000)
  let got: Sdk = { id: null }
  const step = async (n: number) => {
    got = await ask({ input: words(n), previous_response_id: got.id })
  }
  for (let n = 0; n < 8; n++) await step(n)
  await server.api.compact(got.conversation, { force: true })
  await step(8)
  await server.api.undo(got.conversation)
  await step(9)
  expect([shown(1), got.compaction]).toEqual([true, null])
  await server.api.redo(got.conversation)
  await step(10)
  expect(shown(1)).toBe(false)
})
