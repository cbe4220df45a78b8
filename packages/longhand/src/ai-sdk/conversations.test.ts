import { generateText, isStepCount, type ModelMessage, streamText, ToolLoopAgent, tool, wrapLanguageModel } from 'ai'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { behave } from '../testing/fake-provider/behaviours.ts'
import { type FakeProvider, startFakeProvider } from '../testing/fake-provider/fake-provider.ts'
import { realModel } from '../testing/fake-provider/real-providers.ts'
import { longhand } from './longhand.ts'

let fake: FakeProvider
beforeAll(async () => {
  fake = await startFakeProvider()
})
afterAll(() => fake.close())

const model = (name: string) => realModel('anthropic', name, fake) as Exclude<ReturnType<typeof realModel>, string>

/** A long talk in which every message names who has it. */
const talk = (who: string, turns = 12): ModelMessage[] => [
  ...Array.from({ length: turns }, (_, at): ModelMessage[] => [
    { role: 'user', content: `${who} asks ${at}: what of src/${who}${at}.ts?` },
    { role: 'assistant', content: `${who} is told ${at}. ${`${who} reads on `.repeat(60)}` },
  ]).flat(),
  { role: 'user', content: `${who} goes on` },
]

const callsSince = (start: number) => fake.calls.slice(start).map(({ request }) => request.text)

const isMixed = (text: string): boolean => text.includes('Alice') && text.includes('Bob')

const read = tool({ inputSchema: z.any(), execute: async () => 'contents of a file '.repeat(40) })

test('L1 Alice and Bob through one object at the same time: one is refused in a sentence, and nobody is sent the other’s words', async () => {
  const name = 'slow-first-byte-60'
  const context = longhand({ model: model(name), summariser: null, window: 2_500 })
  const { prepareStep } = context
  const start = fake.calls.length
  const ask = (who: string) =>
    generateText({ model: model(name), messages: talk(who), prepareStep, tools: { read }, maxRetries: 0 })
  const both = await Promise.allSettled([ask('Alice'), ask('Bob')])
  expect(both.map(({ status }) => status)).toEqual(['fulfilled', 'rejected'])
  expect(both[1]).toMatchObject({ reason: { code: 'conflict', message: expect.stringContaining('context.for(id)') } })
  // While Alice’s answer is on its way, after her messages were prepared.
  const alice = ask('Alice')
  await expect.poll(() => fake.calls.at(-1)!.ended).toBe('open')
  await expect(ask('Bob')).rejects.toMatchObject({ code: 'conflict' })
  await alice
  // Nothing is under way any more: a new start.
  await ask('Bob')
  expect(callsSince(start)).toHaveLength(3)
  expect(callsSince(start).filter(isMixed)).toEqual([])
})

test('L1 streams of two people through one object never hold words of both, in whatever order their steps come', async () => {
  const name = 'tool-loop-3'
  const context = longhand({ model: model(name), summariser: null, window: 2_500 })
  const start = fake.calls.length
  const ask = async (who: string, turns: number) => {
    const result = streamText({
      model: model(name),
      messages: await context.prepare(talk(who, turns)),
      prepareStep: context.prepareStep,
      tools: {
        read: tool({
          inputSchema: z.any(),
          execute: async () => {
            await new Promise(resolve => setTimeout(resolve, 5 * Math.random()))
            return `${who} reads a file`
          },
        }),
      },
      stopWhen: isStepCount(5),
      maxRetries: 0,
      onError: () => {},
    })
    return result.text
  }
  const all = Array.from({ length: 24 }, (_, at) => ask(at % 2 === 0 ? 'Alice' : 'Bob', 8 + at))
  const outcomes = await Promise.allSettled(all)
  for (const one of outcomes) if (one.status === 'rejected') expect(one.reason).toMatchObject({ code: 'conflict' })
  expect(outcomes.some(({ status }) => status === 'fulfilled')).toBe(true)
  expect(callsSince(start).filter(isMixed)).toEqual([])
})

test('L1 context.for(id) serves any number of conversations at the same time', async () => {
  const name = 'slow-first-byte-30'
  const context = longhand({ model: model(name), summariser: null, window: 2_500 })
  const start = fake.calls.length
  const people = ['Alice', 'Bob', 'Carol']
  await Promise.all(
    people.map(who =>
      generateText({ model: model(name), messages: talk(who), prepareStep: context.for(who).prepareStep }),
    ),
  )
  const sent = callsSince(start)
  expect(sent).toHaveLength(3)
  for (const text of sent) expect(people.filter(who => text.includes(who))).toHaveLength(1)
  expect(context.for('Alice')).toBe(context.for('Alice'))
  for (const who of people) expect(JSON.stringify(context.for(who).state())).toContain(who)
})

test('L1 F2 a refusal as too long is answered with the messages that were refused, whoever has asked in between', async () => {
  const context = longhand({ model: model('ok'), summariser: null, window: 40_000 })
  const wrapped = wrapLanguageModel({ model: model('ok') as never, middleware: context.middleware })
  const alice = await context.prepare(talk('Alice'))
  await context.prepare(talk('Bob'))
  const start = fake.calls.length
  fake.script(behave('overflow'))
  // The last messages are Bob’s, so nothing is sent in place of Alice’s; the provider’s own error is told.
  await expect(generateText({ model: wrapped, messages: alice, maxRetries: 0 })).rejects.toThrow(/too long/)
  fake.script(behave('overflow'))
  await generateText({
    model: model('ok'),
    messages: alice,
    prepareStep: async step => {
      const prepared = await context.prepareStep(step)
      await context.prepare(talk('Bob'))
      return prepared
    },
    maxRetries: 0,
  })
  expect(callsSince(start)).toHaveLength(3)
  expect(callsSince(start).at(-1)).toContain('<summary>')
  expect(callsSince(start).filter(text => text.includes('Bob'))).toEqual([])
})

test('L1 an edited first message, and a new start, are no other conversation once the answer is there', async () => {
  const context = longhand({ model: model('ok'), summariser: null, window: 2_500 })
  const { prepareStep } = context
  const ask = async (messages: ModelMessage[]) => {
    await generateText({ model: model('ok'), messages, prepareStep })
    return fake.calls.at(-1)!.request.text
  }
  await ask(talk('Alice'))
  const edited: ModelMessage[] = [{ role: 'user', content: 'What I meant' }, ...talk('Alice').slice(1)]
  expect(await ask(edited)).toContain('What I meant')
  expect((await ask([{ role: 'user', content: 'Start anew' }])).trim()).toBe('Start anew')
  expect(await ask(talk('Alice'))).toContain('Alice goes on')
})

test('L1 a message edited while the answer to its first form is on its way is a branch of the same conversation', async () => {
  const context = longhand({ model: model('slow-first-byte-200'), summariser: null, window: 20_000 })
  const { prepareStep } = context
  const first = generateText({ model: model('slow-first-byte-200'), messages: talk('Alice'), prepareStep })
  await expect.poll(() => fake.calls.at(-1)!.ended).toBe('open')
  const edited: ModelMessage[] = [...talk('Alice').slice(0, -1), { role: 'user', content: 'Alice meant this' }]
  await generateText({ model: model('ok'), messages: edited, prepareStep })
  expect(fake.calls.at(-1)!.request.text).toContain('Alice meant this')
  await first
})

test('L1 prepareStep needs nothing but the step: a prompt and an agent are sent whole, and folded when too long', async () => {
  const name = 'tool-loop-12'
  const { prepareStep, state } = longhand({ model: model(name), summariser: null, window: 2_500 })
  const agent = new ToolLoopAgent({ model: model(name), tools: { read }, stopWhen: isStepCount(14), prepareStep })
  await agent.generate({ prompt: 'Read all of it, and do not touch src/keep.ts' })
  const { text } = fake.calls.at(-1)!.request
  for (const said of ['Read all of it', 'src/keep.ts', '<summary>', 'contents of a file']) expect(text).toContain(said)
  expect(state()).not.toBeNull()
})

test('L1 F2 T3 prepareStep alone learns from the usage, and sends less when the provider says too long', async () => {
  const context = longhand({ model: model('ok'), summariser: null, window: 20_000 })
  const { prepareStep, onStepEnd } = context
  const start = fake.calls.length
  fake.script(behave('overflow'))
  const { text } = await generateText({ model: model('ok'), messages: talk('Alice'), prepareStep, onStepEnd })
  expect(callsSince(start).map(one => one.includes('<summary>'))).toEqual([false, true])
  await context.prepare([...talk('Alice'), { role: 'assistant', content: text }, { role: 'user', content: 'And on' }])
  expect(context.status()).toMatchObject({ source: 'reported' })
})

test.each(['reset', 'half-open', 'error-in-stream'])(
  'L1 a stream that ends as %s is under way no longer',
  async name => {
    const context = longhand({ model: model(name), summariser: null, window: 20_000 })
    const { prepareStep } = context
    const stop = new AbortController()
    const { stream } = streamText({
      ...{ model: model(name), messages: talk('Alice'), prepareStep, maxRetries: 0, onError: () => {} },
      abortSignal: stop.signal,
    })
    if (name === 'half-open') setTimeout(() => stop.abort(), 200)
    try {
      for await (const _ of stream);
    } catch {}
    await expect
      .poll(() =>
        context.prepare(talk('Bob')).then(
          () => 'sent',
          error => error.code,
        ),
      )
      .toBe('sent')
  },
)
