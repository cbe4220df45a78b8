import Anthropic from '@anthropic-ai/sdk'
import { generateText, type ModelMessage } from 'ai'
import OpenAI from 'openai'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { asJson } from '../../core/json.ts'
import { answer, type Said } from './answer.ts'
import { type FakeProvider, startFakeProvider } from './fake-provider.ts'
import { createHeldAnswers, type HeldAnswers } from './held-answers.ts'
import { realModel, testKey } from './real-providers.ts'
import type { FakeRequest } from './request.ts'
import { openaiResponsesWire } from './wire-openai-responses.ts'

let fake: FakeProvider
beforeEach(async () => {
  globalThis.AI_SDK_LOG_WARNINGS = false
  fake = await startFakeProvider()
})
afterEach(() => fake.close())

const plain = 'Here is what I found: the build passes and the tests are green.'

const lastRequest = (): FakeRequest => fake.calls.at(-1)!.request
const lastTurns = () => lastRequest().turns.map(({ role, text }) => `${role}: ${text}`)

describe('OpenAI responses', () => {
  let client: OpenAI
  beforeEach(() => {
    client = new OpenAI({ baseURL: fake.baseURL, apiKey: testKey, maxRetries: 0 })
  })

  type Asked = Omit<OpenAI.Responses.ResponseCreateParamsNonStreaming, 'stream' | 'model'> & { model?: string }

  const ask = (asked: Asked) => client.responses.create({ model: 'ok', ...asked })

  /** The responses that the events of a stream carry. */
  async function stream(asked: Asked): Promise<readonly OpenAI.Responses.Response[]> {
    const events = await client.responses.create({ model: 'ok', ...asked, stream: true })
    const found: OpenAI.Responses.Response[] = []
    for await (const event of events) if ('response' in event) found.push(event.response)
    return found
  }

  test('a response goes on from the one before it, and the model reads both', async () => {
    const first = await ask({ input: 'What is the price?' })
    const second = await ask({ input: 'And the tax?', previous_response_id: first.id })
    expect(lastTurns()).toEqual(['user: What is the price?', `assistant: ${plain}`, 'user: And the tax?'])
    expect(lastRequest().body).toMatchObject({ input: 'And the tax?', previous_response_id: first.id })
    await ask({ input: 'Thanks.', previous_response_id: second.id })
    expect(lastTurns()).toHaveLength(5)
    expect(lastRequest().text).toContain('What is the price?')
  })

  test('a chain counts as much as all of it sent at once', async () => {
    const first = await ask({ input: 'What is the price? '.repeat(50) })
    const chained = await ask({ input: [{ role: 'user', content: 'And?' }], previous_response_id: first.id })
    const { prompt, size } = lastRequest()
    expect(chained.usage!.input_tokens).toBe(size)
    const whole = await ask(prompt as unknown as Asked)
    expect(whole.usage!.input_tokens).toBe(size)
    expect(size).toBeGreaterThan(first.usage!.input_tokens)
  })

  test('a chain that outgrows the window overflows, though little is sent', async () => {
    const small = await startFakeProvider({ window: 100 })
    client = new OpenAI({ baseURL: small.baseURL, apiKey: testKey, maxRetries: 0 })
    const first = await ask({ input: 'x'.repeat(250) })
    const asked = ask({ input: 'And?', previous_response_id: first.id })
    await expect(asked).rejects.toMatchObject({ status: 400, code: 'context_length_exceeded' })
    await small.close()
  })

  test('instructions belong to one request, what a developer said to the chain', async () => {
    const developer = { role: 'developer', content: 'Speak French.' } as const
    const first = await ask({ instructions: 'Be brief.', input: [developer, { role: 'user', content: 'Hello.' }] })
    expect(lastRequest().system).toBe('Be brief.\nSpeak French.')
    await ask({ instructions: 'Be kind.', input: 'And?', previous_response_id: first.id })
    expect(lastRequest().system).toBe('Be kind.\nSpeak French.')
    await ask({ input: 'And?', previous_response_id: first.id })
    expect(lastRequest().system).toBe('Speak French.')
  })

  test('a response says whether it is held and what it goes on from, in a stream and in one piece', async () => {
    const first = await ask({ input: 'Hello.' })
    expect(first).toMatchObject({ store: true, previous_response_id: null })
    const echoed = { store: false, previous_response_id: first.id }
    const asked = { input: 'And?', ...echoed }
    expect(await ask(asked)).toMatchObject(echoed)
    const [created, completed] = await stream(asked)
    expect([created!.status, completed!.status]).toEqual(['in_progress', 'completed'])
    expect([created, completed]).toMatchObject([echoed, echoed])
  })

  test('what was streamed is held like what came in one piece', async () => {
    const [, first] = await stream({ input: 'Hello.' })
    const [, second] = await stream({ input: 'And?', previous_response_id: first!.id })
    expect(lastTurns()).toEqual(['user: Hello.', `assistant: ${plain}`, 'user: And?'])
    expect(second!.usage!.input_tokens).toBe(lastRequest().size)
  })

  test('a chain forks where two responses go on from the same one', async () => {
    const first = await ask({ input: 'Hello.' })
    await ask({ input: 'Left.', previous_response_id: first.id })
    await ask({ input: 'Right.', previous_response_id: first.id })
    expect(lastTurns()).toEqual(['user: Hello.', `assistant: ${plain}`, 'user: Right.'])
  })

  const lost = (id: string) => ({
    status: 400,
    error: {
      message: `Previous response with id '${id}' not found.`,
      type: 'invalid_request_error',
      param: 'previous_response_id',
      code: 'previous_response_not_found',
    },
  })

  test('a response that is unknown, not to be held, broken off or forgotten is not found', async () => {
    const goOn = (id: string) => ask({ input: 'And?', previous_response_id: id })
    await expect(goOn('resp_1')).rejects.toMatchObject(lost('resp_1'))
    const unheld = await ask({ input: 'Hello.', store: false })
    await expect(goOn(unheld.id)).rejects.toMatchObject(lost(unheld.id))
    await stream({ input: 'Hello.', model: 'error-in-stream' }).catch(() => null)
    const broken = `resp_fake_${lastRequest().index}`
    await expect(goOn(broken)).rejects.toMatchObject(lost(broken))
    const held = await ask({ input: 'Hello.' })
    await goOn(held.id)
    fake.forget()
    await expect(goOn(held.id)).rejects.toMatchObject(lost(held.id))
    const after = await ask({ input: 'Hello.' })
    await expect(goOn(after.id)).resolves.toMatchObject({ status: 'completed' })
  })

  test('an id of another kind is not found', async () => {
    const first = await ask({ input: 'Hello.' })
    const item = first.output[0]!.id!
    await expect(ask({ input: 'And?', previous_response_id: item })).rejects.toMatchObject(lost(item))
    const reference = { type: 'item_reference', id: first.id } as const
    await expect(ask({ input: [reference] })).rejects.toThrow(`Item with id '${first.id}' not found.`)
  })

  const call: Said = { type: 'call', id: 'c1', name: 'read', input: { path: 'a.ts' } }
  const output = { type: 'function_call_output', call_id: 'c1', output: 'text of a.ts' } as const

  test('V6 a call in the chain wants its output, and an output its call', async () => {
    fake.script(() => answer([call], 'calls'))
    const first = await ask({ input: 'Read a.ts.' })
    const goOn = (input: Asked['input']) => ask({ input: input!, previous_response_id: first.id })
    await expect(goOn('And?')).rejects.toThrow('No tool output found for function call c1.')
    await goOn([output])
    expect(lastTurns()).toEqual(['user: Read a.ts.', 'assistant: read{"path":"a.ts"}', 'tool: text of a.ts'])
    await expect(ask({ input: [output] })).rejects.toThrow('No tool call found')
  })

  test('V6 a reference to a call is that call', async () => {
    fake.script(() => answer([call], 'calls'))
    const first = await ask({ input: 'Read a.ts.' })
    const reference = { type: 'item_reference', id: first.output[0]!.id! } as const
    await expect(ask({ input: [reference] })).rejects.toThrow('No tool output found for function call c1.')
    await ask({ input: [{ role: 'user', content: 'Read a.ts.' }, reference, output] })
    expect(lastTurns()).toEqual(['user: Read a.ts.', 'assistant: read{"path":"a.ts"}', 'tool: text of a.ts'])
    expect(lastRequest().prompt).toMatchObject({ input: [{}, { type: 'function_call', name: 'read' }, {}] })
  })

  /** Begins a conversation with the AI SDK, which by itself refers to what was answered by its id. */
  async function converse(store?: boolean): Promise<readonly ModelMessage[]> {
    const first: ModelMessage = { role: 'user', content: 'Hello.' }
    const { responseMessages } = await generateText({
      ...{ model: sdkModel(), messages: [first] },
      ...(store === undefined ? {} : { providerOptions: { openai: { store } } }),
    })
    return [first, ...responseMessages, { role: 'user', content: 'And?' }]
  }

  const sdkModel = () => realModel('openai-responses', 'reasoning', fake)

  const send = (messages: readonly ModelMessage[]) =>
    generateText({ model: sdkModel(), messages: [...messages], maxRetries: 0 })

  test('the words that the AI SDK refers to are read, and count', async () => {
    const { usage } = await send(await converse())
    const references = [{ type: 'item_reference' }, { type: 'item_reference' }]
    expect(lastRequest().body).toMatchObject({ input: [{}, ...references, {}] })
    expect(lastTurns()).toEqual(['user: Hello.', 'assistant: Think first.', `assistant: ${plain}`, 'user: And?'])
    expect(lastRequest().text).toContain(plain)
    expect(usage.inputTokens).toBe(lastRequest().size)
    expect(lastRequest().size).toBeGreaterThan(JSON.stringify(lastRequest().body).length / 4)
  })

  test('items that were not to be held, or are forgotten, are not found', async () => {
    await expect(send(await converse(false))).rejects.toThrow(/Item with id 'rs_fake_1_0' not found/)
    const messages = await converse()
    await send(messages)
    fake.forget()
    await expect(send(messages)).rejects.toThrow(/Item with id 'rs_fake_3_0' not found/)
  })
})

describe('threads of Anthropic', () => {
  let client: Anthropic
  beforeEach(() => {
    client = clientOf(fake)
  })

  const clientOf = ({ baseURL }: FakeProvider) =>
    new Anthropic({ baseURL: baseURL.replace(/\/v1$/, ''), apiKey: testKey, maxRetries: 0 })

  const read = { name: 'read', input_schema: { type: 'object', properties: { cache_control: {} } } } as const
  const settings = { model: 'ok', max_tokens: 100 }
  const says = (content: string) => ({ role: 'user', content }) as const
  const betas = ['message-threads-2026-08-12']

  const begin = (more: object = {}) =>
    client.beta.messages.create({ ...settings, betas, messages: [says('One.')], thread: { type: 'create' }, ...more })

  const goOn = (id: string, more: object = {}) => {
    const thread = { type: 'continue', previous_message_id: id } as const
    return client.beta.messages.create({ ...settings, betas, messages: [says('Two.')], thread, ...more })
  }

  test('a thread goes on with what is new, and the model reads all of it', async () => {
    const thread = client.beta.messages.thread({ ...settings, system: 'Be brief.', tools: [read] })
    await thread.send(says('One.'))
    const before = lastRequest().size
    const { usage } = await thread.send(says('Two.'))
    expect(lastRequest().body).not.toHaveProperty('system')
    expect(lastRequest().body).toMatchObject({ messages: [says('Two.')], thread: { type: 'continue' } })
    expect(lastRequest()).toMatchObject({ system: 'Be brief.', tools: ['read'] })
    expect(lastTurns()).toEqual(['user: One.', `assistant: ${plain}`, 'user: Two.'])
    expect(usage.input_tokens).toBe(lastRequest().size)
    expect(lastRequest().size).toBeGreaterThan(before)
    await thread.stream(says('Three.')).finalMessage()
    expect(lastTurns()).toHaveLength(5)
    expect(lastRequest()).toMatchObject({ system: 'Be brief.', tools: ['read'] })
  })

  test('a lost thread is replayed by the package itself, and goes on from there', async () => {
    const thread = client.beta.messages.thread({ ...settings, system: 'Be brief.' })
    await thread.send(says('One.'))
    await thread.send(says('Two.'))
    fake.forget()
    await thread.send(says('Three.'))
    expect(fake.calls.map(({ reply }) => reply.type)).toEqual(['answer', 'answer', 'failure', 'answer'])
    const roles = ['user', 'assistant', 'user', 'assistant', 'user'].map(role => ({ role }))
    expect(lastRequest().body).toMatchObject({ thread: { type: 'create' }, system: 'Be brief.', messages: roles })
    await thread.send(says('Four.'))
    expect(fake.calls).toHaveLength(5)
    expect(lastTurns()).toHaveLength(7)
  })

  test('a thread that was never created, or not asked for, is not found', async () => {
    const error = { type: 'not_found_error', details: { error_code: 'thread_not_found' } }
    const missing = { status: 404, errorCode: 'thread_not_found', error: { type: 'error', error } }
    await expect(goOn('msg_1')).rejects.toMatchObject(missing)
    const alone = await client.messages.create({ ...settings, messages: [says('One.')] })
    await expect(goOn(alone.id)).rejects.toMatchObject(missing)
    // Also where what is sent makes no sense by itself.
    await expect(goOn(alone.id, { messages: [] })).rejects.toMatchObject(missing)
  })

  test('what a thread was created with is not sent again', async () => {
    const { id } = await begin()
    await expect(goOn(id, { system: 'Be brief.' })).rejects.toMatchObject({ status: 400 })
    await expect(goOn(id, { tools: [read] })).rejects.toMatchObject({ status: 400 })
    await expect(goOn(id)).resolves.toMatchObject({ role: 'assistant' })
  })

  const mark = { cache_control: { type: 'ephemeral' } }
  const marked = { type: 'text', text: 'hi', ...mark }
  const result = { type: 'tool_result', tool_use_id: 'c1', content: [marked] }

  test.each<[string, object]>([
    ['the request', mark],
    ['the system prompt', { system: [marked] }],
    ['a tool', { tools: [{ ...read, ...mark }] }],
    ['a message', { messages: [{ role: 'user', content: [marked] }] }],
    ['what a tool answered', { messages: [{ role: 'user', content: [result] }] }],
  ])('a cache mark at %s is refused in a thread', async (_, more) => {
    await expect(begin(more)).rejects.toThrow(/`cache_control` is not supported together with `thread`/)
    const { id } = await begin({ tools: [read] })
    await expect(goOn(id, more)).rejects.toThrow(/`cache_control` is not supported together with `thread`/)
  })

  test('V6 a call in the thread wants its result, and a result its call', async () => {
    fake.script(() => answer([{ type: 'call', id: 'c1', name: 'read', input: { cache_control: 1 } }], 'calls'))
    const { id } = await begin({ tools: [read] })
    await expect(goOn(id)).rejects.toThrow(/ids were found without `tool_result` blocks immediately after: c1/)
    const content = [{ type: 'tool_result', tool_use_id: 'c1', content: 'text' }]
    await goOn(id, { messages: [{ role: 'user', content }] })
    expect(lastTurns().at(-1)).toBe('tool: text')
    const { id: other } = await begin()
    await expect(goOn(other, { messages: [{ role: 'user', content }] })).rejects.toThrow(/unexpected `tool_use_id`/)
  })

  test('V6 without a message a thread goes on where its answer stopped; with one of the assistant it does not', async () => {
    const { id } = await begin()
    const resumed = await goOn(id, { messages: [] })
    await goOn(resumed.id)
    expect(lastTurns()).toEqual(['user: One.', `assistant: ${plain}\n${plain}`, 'user: Two.'])
    const words = { role: 'assistant', content: 'I' }
    await expect(goOn(id, { messages: [says('Two.'), words] })).rejects.toThrow(/must end with a user message/)
    await expect(begin({ messages: [says('One.'), words] })).rejects.toThrow(/must end with a user message/)
    await expect(begin({ messages: [] })).rejects.toThrow(/at least one message/)
  })

  test('an answer without words leaves none in the thread', async () => {
    fake.script(() => answer([]))
    const { id } = await begin()
    await goOn(id)
    expect(lastTurns()).toEqual(['user: One.', 'user: Two.'])
  })

  test('V6 thinking stays bound to all that came before it, in its thread and outside', async () => {
    const bound = await startFakeProvider({ thinking: 'bound' })
    client = clientOf(bound)
    const thinks = (text: string) => () => answer([{ type: 'reasoning', text }, ...answer(plain).says])
    bound.script(thinks('First.'), thinks('Second.'))
    const first = await begin({ system: 'Be brief.' })
    const second = await goOn(first.id)
    const later = [says('Two.'), { role: 'assistant', content: second.content }, says('Three.')]
    const all = [says('One.'), { role: 'assistant', content: first.content }, ...later]
    await expect(goOn(first.id, { messages: later })).resolves.toMatchObject({ role: 'assistant' })
    await expect(begin({ system: 'Be brief.', messages: all })).resolves.toMatchObject({ role: 'assistant' })
    await expect(begin({ system: 'Be long.', messages: all })).rejects.toThrow(/is bound to what came before it/)
    const { id: other } = await begin()
    await expect(goOn(other, { messages: later })).rejects.toThrow(/is bound to what came before it/)
    await bound.close()
  })

  test('every answer has an id of its own', async () => {
    const ids = [
      await begin(),
      await begin({ model: 'other' }),
      await client.messages.create({ ...settings, messages: [says('One.')] }),
    ].map(({ id }) => id)
    fake.forget()
    ids.push((await begin()).id)
    expect(new Set(ids).size).toBe(4)
  })
})

describe('what is held', () => {
  /** Notes an answered request that takes so much. */
  function note(held: HeldAnswers, index: number, characters: number): void {
    const body = { model: 'm', input: 'x' }
    const usage = { input: 1, output: 1, cacheRead: 0, cacheWrite: 0, reasoning: 0 }
    const whole = openaiResponsesWire.whole(answer('Yes.'), { model: 'm', index, usage, body })
    held.note(openaiResponsesWire, { request: { body, prompt: body }, answer: whole, characters })
  }

  const isHeld = (held: HeldAnswers, index: number): boolean => {
    const body = { model: 'm', input: 'x', previous_response_id: `resp_fake_${index}` }
    const { prompt, lost } = held.resolve(openaiResponsesWire, body)
    return lost === null && prompt !== body
  }
  const isItemHeld = (held: HeldAnswers, index: number): boolean => {
    const body = asJson({ model: 'm', input: [{ type: 'item_reference', id: `msg_fake_${index}_0` }] })
    return openaiResponsesWire.problem(held.resolve(openaiResponsesWire, body).prompt) === null
  }

  test('the oldest answers go first, with their items', () => {
    const held = createHeldAnswers({ answers: 3, characters: 1_000 })
    for (let index = 1; index <= 5; index++) note(held, index, 10)
    const indexes = [1, 2, 3, 4, 5]
    expect(indexes.map(index => isHeld(held, index))).toEqual([false, false, true, true, true])
    expect(indexes.map(index => isItemHeld(held, index))).toEqual([false, false, true, true, true])
  })

  test('much of it goes sooner, but never the newest', () => {
    const held = createHeldAnswers({ answers: 100, characters: 1_000 })
    for (let index = 1; index <= 4; index++) note(held, index, 400)
    expect([1, 2, 3, 4].map(index => isHeld(held, index))).toEqual([false, false, true, true])
    note(held, 5, 5_000)
    expect([3, 4, 5].map(index => isHeld(held, index))).toEqual([false, false, true])
    note(held, 6, 400)
    note(held, 7, 400)
    expect([5, 6, 7].map(index => isHeld(held, index))).toEqual([false, true, true])
  })

  test('by itself it holds thousands, without being told', () => {
    const held = createHeldAnswers()
    for (let index = 1; index <= 3_000; index++) note(held, index, 10)
    expect([1, 1_000, 1_001, 3_000].map(index => isHeld(held, index))).toEqual([false, false, true, true])
  })
})
