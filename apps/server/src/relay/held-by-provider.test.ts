import { createOpenAI } from '@ai-sdk/openai'
import { generateText, type ModelMessage } from 'ai'
import type { Storage } from 'longhand/internal/engine'
import { answer, type FakeProvider, startFakeProvider } from 'longhand/internal/testing'
import { meter } from 'longhand/internal/tokens'
import { openMemory } from 'longhand/memory'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Upstream } from '../models/upstreams.ts'
import type { Sdk } from '../testing/sdk-clients/sdk-client.ts'
import { anthropicSdk, openaiSdk } from '../testing/sdks.ts'
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
  await server.close()
  await fake.close()
})

/** Another process on the same storage: it has heard nothing of what was said before. */
async function startServer(window = 3_000): Promise<Started> {
  const at = { baseURL: fake.baseURL, key: 'server-key', hosted: true }
  const upstreams: readonly Upstream[] = [
    { ...at, name: 'anthropic', protocols: ['anthropic'] },
    { ...at, name: 'openai', protocols: ['openai-responses'] },
  ]
  return start({ storage, upstreams, meter, window, policy: { keep: { by: 'messages', amount: 4 } } })
}

const words = (at: number) => `Question ${at}: why is price ${at}00? ${'It was agreed before. '.repeat(25)}`
const said = (at: number) => `Answer ${at}: because of ticket T-${at}. ${'More words about it. '.repeat(10)}`
const many = 20

/** Asks turn by turn; what the provider holds is not sent again. In the middle, the server is another one. */
async function chat(ask: (at: number) => Promise<string>): Promise<void> {
  for (let at = 0; at < many; at++) {
    fake.script(() =>
      answer([
        { type: 'reasoning', text: `I think of ${at}.` },
        { type: 'text', text: said(at) },
      ]),
    )
    expect(await ask(at)).toContain(`Answer ${at}:`)
  }
}

/** Every word is in one conversation, which was condensed; the provider never read more than the window holds. */
async function expectEndless(): Promise<void> {
  const [row, ...others] = (await server.api.conversations()) as unknown as readonly Row[]
  expect(others).toEqual([])
  expect(row).toMatchObject({ title: expect.stringContaining('Question 0') })
  expect(row!.compactions).toBeGreaterThan(0)
  const { entries } = (await server.api.entries(row!.id, { limit: 200 })) as unknown as { entries: Sdk[] }
  const stored = JSON.stringify(entries.filter(({ type }) => type === 'message'))
  for (let at = 0; at < many; at++) {
    expect(stored.split(words(at).trim())).toHaveLength(2)
    expect(stored.split(said(at).trim())).toHaveLength(2)
  }
  const read = fake.calls.filter(({ reply }) => reply.type === 'answer').map(({ request }) => request)
  expect(Math.max(...read.map(({ size }) => size))).toBeLessThan(3_600)
  expect(read.at(-1)!.text).toContain('Question 0')
  expect(read.at(-1)!.text).toMatch(/<summary>/)
}

type Row = { readonly id: string; readonly compactions: number; readonly title: string }

const restart = async () => {
  await server.close()
  server = await startServer()
}

test.each(['gpt-4.1', 'gpt-5-mini'])(
  'H4.17 the AI SDK names earlier answers of %s by their ids; the conversation outgrows its window all the same',
  async name => {
    const messages: ModelMessage[] = []
    await chat(async at => {
      if (at === 9) await restart()
      const model = createOpenAI({ baseURL: `${server.url}/v1`, apiKey: server.token })(name)
      messages.push({ role: 'user', content: words(at) })
      const { text, response } = await generateText({ model, messages })
      messages.push(...response.messages)
      return text
    })
    expect(JSON.stringify(fake.calls.at(-1)!.request.body)).toContain('item_reference')
    await expectEndless()
  },
)

test.each([false, true])(
  'H4.17 the package of OpenAI goes on from its last response (streaming: %s), and its conversation outgrows the window',
  async stream => {
    let previous: string | null = null
    await chat(async at => {
      if (at === 9) await restart()
      const { client } = await openaiSdk(server.url, server.token)
      const rules = { role: 'developer', content: 'Be brief. The code word is Heron.' }
      const asked: Sdk = { role: 'user', content: words(at) }
      const input = at === 0 ? [rules, asked] : at % 2 === 0 ? words(at) : [asked]
      const request = { model: 'gpt-5-mini', input, previous_response_id: previous }
      const response: Sdk = stream
        ? await client.responses.stream(request).finalResponse()
        : await client.responses.create(request)
      previous = response.id
      return response.output_text
    })
    await expectEndless()
    // What the system said in the first request still goes before everything, each time it is written in full.
    const written = fake.calls
      .map(({ request }) => request)
      .filter(({ body }) => JSON.stringify(body).includes('<summary>'))
    expect(written.length).toBeGreaterThan(0)
    expect(written.length).toBeLessThan(many / 2)
    for (const { body } of written) {
      expect((body as Sdk).previous_response_id).toBe(null)
      expect((body as Sdk).input[0]).toMatchObject({ role: 'developer' })
    }
  },
)

test('H4.17 a tool loop that goes on from responses keeps every call with its result', async () => {
  const { client } = await openaiSdk(server.url, server.token)
  const tools = [{ type: 'function', name: 'read', parameters: { type: 'object', properties: {} }, strict: false }]
  let previous: string | null = null
  let input: Sdk = 'Read all files. The code word is Heron.'
  for (let step = 0; step < 30; step++) {
    const ids = [`call_${step}a_xyzzy`, `call_${step}b_xyzzy`]
    fake.script(() =>
      answer(
        ids.map(id => ({ type: 'call', id, name: 'read', input: { path: id } }) as const),
        'calls',
      ),
    )
    const response: Sdk = await client.responses.create({
      model: 'gpt-5-mini',
      input,
      tools,
      previous_response_id: previous,
    })
    previous = response.id
    input = response.output.map(({ call_id }: Sdk) => ({
      ...{ type: 'function_call_output', call_id, output: `${call_id}: ${'line of code\n'.repeat(20)}` },
    }))
  }
  expect(fake.calls.every(({ reply }) => reply.type === 'answer')).toBe(true)
  const [row, ...others] = (await server.api.conversations()) as unknown as readonly Row[]
  expect([row!.compactions > 0, others]).toEqual([true, []])
  expect(fake.calls.at(-1)!.request.text).toContain('Heron')
  expect(Math.max(...fake.calls.map(({ request }) => request.size))).toBeLessThan(3_600)
})

test('H4.17 a thread of the package of Anthropic is passed on as long as it fits; to be condensed, its client sends all of it', async () => {
  let thread: Sdk = null
  await chat(async at => {
    if (at === 9) await restart()
    const { client } = await anthropicSdk(server.url, server.token)
    thread ??= client.beta.messages.thread({ model: 'claude-opus-5', max_tokens: 64, system: 'Be brief.' })
    // The same thread, through whichever server there is.
    thread._client = client
    const { content } = await thread.send({ role: 'user', content: words(at) })
    return content.find(({ type }: Sdk) => type === 'text').text
  })
  await expectEndless()
  const began = fake.calls.filter(({ request }) => (request.body as Sdk).thread.type === 'create')
  expect(began.length).toBeGreaterThan(1)
  expect(began.length).toBeLessThan(many / 2)
  expect(fake.calls.every(({ reply }) => reply.type === 'answer')).toBe(true)
})

test('H4.16, H4.17 a summary that is edited on the page is read with the next request that goes on from a response', async () => {
  const { client } = await openaiSdk(server.url, server.token)
  let previous: string | null = null
  const ask = async (input: string): Promise<Sdk> => {
    const response: Sdk = await client.responses.create({ model: 'gpt-5-mini', input, previous_response_id: previous })
    previous = response.id
    return fake.calls.at(-1)!.request
  }
  const now = async (): Promise<Row> => ((await server.api.conversations()) as unknown as readonly Row[])[0]!
  let asked = 0
  do await ask(words(asked++))
  while (asked < 2 || (await now()).compactions === 0)
  await server.api.editSummary((await now()).id, 'The harbour is closed on Sundays.')
  const written = await ask('Short.')
  expect(written.body.previous_response_id).toBe(null)
  expect(written.text).toContain('The harbour is closed on Sundays.')
  // Now its provider holds the view as it is.
  const next = await ask('Shorter.')
  expect(next.body.input).toBe('Shorter.')
  expect(next.body.previous_response_id).not.toBe(null)
  expect(next.text).toContain('The harbour is closed on Sundays.')
})

/** What goes on from one answer to the next, with what the provider holds. */
const goingOn: Readonly<Record<string, () => Promise<(words: string) => Promise<unknown>>>> = {
  'a response': async () => {
    const { client } = await openaiSdk(server.url, server.token)
    let previous: string | null = null
    return async input => {
      const response: Sdk = await client.responses.create({
        model: 'gpt-5-mini',
        input,
        previous_response_id: previous,
      })
      previous = response.id
    }
  },
  'a thread': async () => {
    const { client } = await anthropicSdk(server.url, server.token)
    const thread: Sdk = client.beta.messages.thread({ model: 'claude-opus-5', max_tokens: 64 })
    return content => thread.send({ role: 'user', content })
  },
}

test.each(Object.entries(goingOn))(
  'H4.14, H4.17 a conversation that goes on from %s and that its provider finds too long is condensed, and nobody hears of it',
  async (_, open) => {
    await server.close()
    await fake.close()
    fake = await startFakeProvider({ window: 3_000 })
    // Nobody knows yet how small the window is.
    server = await startServer(100_000)
    const ask = await open()
    for (let at = 0; at < 24; at++) await ask(words(at))
    const refused = fake.calls.filter(({ reply }) => reply.type === 'failure')
    expect(refused.length).toBeGreaterThan(0)
    const [row, ...others] = (await server.api.conversations()) as unknown as readonly Row[]
    expect([row!.compactions > 0, others]).toEqual([true, []])
  },
)

test('H4.17 a first request is stored once, however many go on from its answer at once', async () => {
  const { client } = await openaiSdk(server.url, server.token)
  const first: Sdk = await client.responses.create({ model: 'gpt-5-mini', input: 'One.' })
  const goOn = (input: string) =>
    client.responses.create({ model: 'gpt-5-mini', input, previous_response_id: first.id }).withResponse()
  const answers: Sdk[] = await Promise.all(['Two.', 'Three.', 'Four.'].map(goOn))
  expect(answers.map(({ response }) => response.headers.get('longhand-relay'))).toEqual(['kept', 'kept', 'kept'])
  const rows = await server.api.conversations()
  expect(rows).toHaveLength(1)
  expect(new Set(answers.map(({ response }) => response.headers.get('longhand-conversation')))).toEqual(
    new Set([rows[0]!.id]),
  )
})

test('H4.17 what goes on from an answer that was deleted, or that nobody here has heard, is passed on as it came', async () => {
  const ask = async (input: string, previous: string | null): Promise<Sdk> => {
    const { client } = await openaiSdk(server.url, server.token)
    return client.responses.create({ model: 'gpt-5-mini', input, previous_response_id: previous }).withResponse()
  }
  const { data: first } = await ask('One.', null)
  const { data: second, response } = await ask('Two.', first.id)
  await server.api.delete(response.headers.get('longhand-conversation'))
  const { data: other } = await ask('Another.', null)
  const afterDeleted = await ask('Three.', second.id)
  // What had not been stored is not known to the next process.
  await restart()
  const afterUnheard = await ask('Three.', other.id)
  for (const { response } of [afterDeleted, afterUnheard])
    expect(response.headers.get('longhand-relay')).toBe('passed-through; why=reference')
})

test('H4.12, H4.17 an answer of one owner is nothing that another can go on from', async () => {
  const { client } = await openaiSdk(server.url, server.token)
  const first: Sdk = await client.responses.create({ model: 'gpt-5-mini', input: 'Mine.' })
  const own: Sdk = await client.responses.create({
    model: 'gpt-5-mini',
    input: 'More.',
    previous_response_id: first.id,
  })
  const other = storage.as('00000000-0000-4000-8000-00000000000f')
  expect(await storage.as('00000000-0000-4000-8000-000000000001').entries.findByResponse(own.id)).not.toBe(null)
  expect(await other.entries.findByResponse(own.id)).toBe(null)
})
