import { AIMessage, type BaseMessage, HumanMessage, ToolMessage } from '@langchain/core/messages'
import { MemorySaver } from '@langchain/langgraph'
import { ChatOpenAI } from '@langchain/openai'
import { createAgent, tool } from 'langchain'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { answer } from '../testing/fake-provider/answer.ts'
import { behave } from '../testing/fake-provider/behaviours.ts'
import { type FakeProvider, startFakeProvider } from '../testing/fake-provider/fake-provider.ts'
import { testKey } from '../testing/fake-provider/real-providers.ts'
import { type LangchainOptions, longhandMiddleware } from './middleware.ts'

let fake: FakeProvider
beforeAll(async () => {
  fake = await startFakeProvider()
})
afterAll(() => fake.close())

const model = (name: string, useResponsesApi = false) =>
  new ChatOpenAI({
    ...{ model: name, apiKey: testKey, maxRetries: 0, useResponsesApi },
    configuration: { baseURL: fake.baseURL },
  })

const read = tool(async () => 'contents of a file '.repeat(60), {
  ...{ name: 'read', description: 'Reads a file.' },
  schema: z.object({ path: z.string() }),
})

const agentOf = (asked: ChatOpenAI, options: LangchainOptions = { summariser: null, window: 2_500 }) => {
  const middleware = longhandMiddleware(options)
  const common = { model: asked, tools: [read], middleware: [middleware], systemPrompt: 'Be brief.' }
  return { middleware, agent: createAgent({ ...common, checkpointer: new MemorySaver() }), bare: createAgent(common) }
}

const talk = (who: string, turns = 12): BaseMessage[] => [
  ...Array.from({ length: turns }, (_, at): BaseMessage[] => [
    new HumanMessage(`${who} asks ${at}: what of src/${who}${at}.ts?`),
    new AIMessage(`${who} is told ${at}. ${`${who} reads on `.repeat(60)}`),
  ]).flat(),
  new HumanMessage(`${who} goes on`),
]

const on = (thread_id: string) => ({ configurable: { thread_id }, recursionLimit: 100 })

const requestsSince = (start: number) => fake.calls.slice(start).map(({ request }) => request)

test.each([
  ['chat completions', false],
  ['responses', true],
])(
  'L8 an agent over %s outgrows its window in a tool loop, and its state keeps every message',
  async (_, responses) => {
    const asked = model('ok', responses)
    const { agent, middleware } = agentOf(asked)
    const start = fake.calls.length
    fake.script(...Array.from({ length: 12 }, () => behave('tool-loop', 99)))
    const words = 'Read all of it, and do not touch src/keep.ts'
    const { messages } = await agent.invoke({ messages: [new HumanMessage(words)] }, on('loop'))
    const requests = requestsSince(start)
    expect(requests).toHaveLength(13)
    expect(messages).toHaveLength(26)
    for (const { text, size } of requests) {
      for (const said of ['Be brief.', words]) expect(text).toContain(said)
      expect(size).toBeLessThan(2_500)
    }
    expect(requests.at(-1)!.text).toContain('<summary>')
    expect(messages.some(({ text }) => text.includes('<summary>'))).toBe(false)
    expect(await middleware.for('loop').receipts()).not.toEqual([])
  },
)

test('L8 V1 what fits reaches the provider as if nobody had looked at it', async () => {
  const asked = model('ok')
  const messages = [
    new HumanMessage({ content: [{ type: 'text', text: 'What is this?' }, picture] }),
    new AIMessage({ content: '', tool_calls: [{ id: 'call_1', name: 'read', args: { path: 'a.ts' } }] }),
    new ToolMessage({ content: 'no such file', tool_call_id: 'call_1', name: 'read', status: 'error' }),
    ...talk('Alice', 3).slice(1),
  ]
  const start = fake.calls.length
  for (const middleware of [[], [longhandMiddleware()]])
    await createAgent({ model: asked, tools: [read], middleware }).invoke({ messages })
  const [bare, wrapped] = requestsSince(start)
  expect(wrapped!.hash).toBe(bare!.hash)
})

const picture = { type: 'image_url', image_url: { url: 'data:image/png;base64,iVBORw0KGgo=' } }

test('L8 L1 threads never mix, and two conversations without a thread at the same time are refused in a sentence', async () => {
  const { bare } = agentOf(model('ok'))
  const start = fake.calls.length
  await Promise.all(['Alice', 'Bob'].map(who => bare.invoke({ messages: talk(who) }, on(who))))
  const both = await Promise.allSettled(['Alice', 'Bob'].map(who => bare.invoke({ messages: talk(who) })))
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  const refused = both.find(one => one.status === 'rejected')!
  expect(String(refused.reason.message)).toContain('Name each: agent.invoke(input, { configurable: { thread_id } })')
  const sent = requestsSince(start).map(({ text }) => text)
  expect(sent).toHaveLength(3)
  expect(sent.filter(text => text.includes('Alice') && text.includes('Bob'))).toEqual([])
  expect(sent.every(text => text.includes('<summary>'))).toBe(true)
})

test('L8 F1 T3 it learns from the usage, and goes on with less when the provider says too long', async () => {
  const { agent, middleware } = agentOf(model('ok'), { summariser: null, window: 20_000 })
  const start = fake.calls.length
  fake.script(behave('overflow'))
  const { messages } = await agent.invoke({ messages: talk('Alice') }, on('Alice'))
  expect(messages.at(-1)!.text).toContain('the build passes')
  expect(requestsSince(start).map(({ text }) => text.includes('<summary>'))).toEqual([false, true])
  await agent.invoke({ messages: [new HumanMessage('And on')] }, on('Alice'))
  const context = middleware.for('Alice')
  expect(await context.receipts()).toMatchObject([{ trigger: 'overflow' }])
  expect(context.status()).toMatchObject({ source: 'reported' })
  fake.script(behave('bad-key'))
  await expect(agent.invoke({ messages: [new HumanMessage('And on')] }, on('Alice'))).rejects.toThrow(/API key/)
})

test('L8 a restored checkpoint goes on with the summary that is there, and undo gives the messages back', async () => {
  const { agent, middleware } = agentOf(model('ok'))
  await agent.invoke({ messages: talk('Alice') }, on('Alice'))
  const before = (await middleware.for('Alice').receipts()).length
  await agent.invoke({ messages: [new HumanMessage('And on')] }, on('Alice'))
  expect(fake.calls.at(-1)!.request.text).toContain('<summary>')
  expect(await middleware.for('Alice').receipts()).toHaveLength(before)
  await middleware.for('Alice').undo()
  expect(JSON.stringify(middleware.for('Alice').view())).not.toContain('<summary>')
})

test('L8 L4 the agent’s model writes the summary beside the run: nobody waits for it, and nobody who streams is shown it', async () => {
  const writing = await startFakeProvider({
    behaviour: ({ system }) => (system.startsWith('Be brief.') ? null : answer('## Goal\nOf nobody’s concern.')),
  })
  const asked = new ChatOpenAI({
    ...{ model: 'tool-loop-3', apiKey: testKey },
    configuration: { baseURL: writing.baseURL },
  })
  const slow = tool(() => new Promise(resolve => setTimeout(resolve, 100, 'read')), {
    ...{ name: 'read', description: 'Reads a file.', schema: z.object({ path: z.string() }) },
  })
  const middleware = longhandMiddleware({ window: 6_000, policy: { prepare: 0.1 } })
  const agent = createAgent({ model: asked, tools: [slow], middleware: [middleware], systemPrompt: 'Be brief.' })
  const shown: string[] = []
  const run = await agent.stream({ messages: talk('Alice', 6) }, { ...on('Alice'), streamMode: 'messages' })
  for await (const [message] of run) shown.push(message.text)
  const summaries = writing.calls.flatMap(({ request }, at) => (request.system.startsWith('Be brief.') ? [] : [at]))
  expect(summaries[0]).toBe(1)
  expect(summaries[0]).toBeLessThan(writing.calls.length - 1)
  expect(shown.join('')).toContain('the build passes')
  expect(shown.join('')).not.toContain('Of nobody’s concern')
  await middleware.for('Alice').settled()
  await writing.close()
})

test('L8 L4 F5 a summariser that hangs or fails holds up no step', async () => {
  for (const name of ['slow-first-byte-60000', 'bad-key']) {
    const { agent } = agentOf(model('ok'), { window: 2_500, summariser: model(name) })
    for (const messages of [talk('Alice', 6), talk('Alice', 8), talk('Alice', 3)]) {
      const result = await agent.invoke({ messages }, on(name))
      expect(result.messages.at(-1)!.text).toContain('the build passes')
    }
  }
})

test('L8 L3 an aborted run asks nobody', async () => {
  const { agent } = agentOf(model('ok'))
  const start = fake.calls.length
  const stop = new AbortController()
  const asking = agent.invoke({ messages: talk('Alice') }, { ...on('Alice'), signal: stop.signal })
  stop.abort()
  await expect(asking).rejects.toThrow(/abort/i)
  expect(requestsSince(start)).toEqual([])
})

test('L8 L2 what cannot be used is refused in a sentence', () => {
  expect(() => longhandMiddleware().for('Alice')).toThrow('Nothing was sent in Alice yet')
  expect(() => agentOf(model('ok'), { window: '4000' as never })).toThrow(
    'window is "4000"; it must be a whole number of tokens above 0',
  )
})
