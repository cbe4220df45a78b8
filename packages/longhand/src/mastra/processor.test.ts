import type { ModelMessage } from 'ai'
import { expect, test } from 'vitest'
import { longhandProcessor } from './processor.ts'

// Mastra itself drives the processor in examples/mastra, which has packages of its own.

const text = (role: 'user' | 'assistant', said: string): ModelMessage => ({
  role,
  content: [{ type: 'text', text: said }],
})

const talk = (who: string, turns = 12): ModelMessage[] => [
  { role: 'system', content: 'Be brief.' },
  ...Array.from({ length: turns }, (_, at) => [
    text('user', `${who} asks ${at}: what of src/${who}${at}.ts?`),
    text('assistant', `${who} is told ${at}. ${`${who} reads on `.repeat(60)}`),
  ]).flat(),
  text('user', `${who} goes on`),
]

const model = { modelId: 'gpt-5-mini' }
const thread = (id: string) => ({ get: () => ({ thread: { id } }) })
const overflow = Object.assign(new Error('400 prompt is too long'), { status: 400 })

test('L12 V1 a prompt that fits is left alone, and one that does not fit is sent with a summary, no two of the user in a row', async () => {
  const whole = longhandProcessor()
  expect(await whole.processLLMRequest({ prompt: talk('Alice'), model, state: {} })).toBeUndefined()
  const small = longhandProcessor({ window: 2_500 })
  const { prompt } = (await small.processLLMRequest({ prompt: talk('Alice'), model, state: {} }))!
  const sent = prompt as readonly ModelMessage[]
  expect(sent[0]).toEqual({ role: 'system', content: 'Be brief.' })
  for (const said of ['<summary>', 'Alice asks 0', 'Alice goes on']) expect(JSON.stringify(sent)).toContain(said)
  expect(sent.some(({ role }, at) => role === sent[at + 1]?.role)).toBe(false)
})

test('L12 L1 threads never mix, and conversations without one at the same time are refused in a sentence', async () => {
  const processor = longhandProcessor({ window: 2_500 })
  const ask = (who: string, requestContext?: ReturnType<typeof thread>) =>
    processor.processLLMRequest({ prompt: talk(who), model, state: {}, ...(requestContext && { requestContext }) })
  const sent = await Promise.all(['Alice', 'Bob'].map(who => ask(who, thread(who))))
  const texts = sent.map(one => JSON.stringify(one))
  expect([texts[0]!.includes('Bob'), texts[1]!.includes('Alice')]).toEqual([false, false])
  const both = await Promise.allSettled([ask('Alice'), ask('Bob')])
  expect(both).toMatchObject([
    { status: 'fulfilled' },
    { reason: { code: 'conflict', message: expect.stringContaining('{ memory: { thread, resource } }') } },
  ])
  expect(await processor.for('Alice').receipts()).toHaveLength(1)
})

test('L12 F1 T3 it learns from the usage, and a request that is refused as too long is tried again with less', async () => {
  const processor = longhandProcessor({ window: 20_000 })
  const step = { state: {}, requestContext: thread('Alice') }
  const prompt = talk('Alice')
  expect(await processor.processLLMRequest({ ...step, prompt, model })).toBeUndefined()
  expect(await processor.processAPIError({ ...step, error: new TypeError('fetch failed') })).toEqual({ retry: false })
  expect(await processor.processAPIError({ ...step, error: overflow })).toEqual({ retry: true })
  expect(JSON.stringify(await processor.processLLMRequest({ ...step, prompt, model }))).toContain('<summary>')
  const usage = { inputTokens: 1_500, outputTokens: 12 }
  await processor.processLLMResponse({ ...step, chunks: [{ type: 'finish', payload: { output: { usage } } }] })
  const next = [...prompt, text('assistant', 'Fine.'), text('user', 'And on')]
  await processor.processLLMRequest({ ...step, prompt: next, model })
  expect(processor.for('Alice').status()).toMatchObject({ source: 'reported' })
  expect(await processor.processAPIError({ state: {}, error: overflow })).toEqual({ retry: false })
})

test('L12 L4 F5 a summary function that hangs or throws holds up no request', async () => {
  for (const summarise of [() => new Promise<never>(() => {}), () => Promise.reject(new Error('401'))]) {
    const processor = longhandProcessor({ window: 2_500, summarise })
    for (const turns of [6, 9, 12]) {
      const state = {}
      await processor.processLLMRequest({ prompt: talk('Alice', turns), model, state })
      await processor.processLLMResponse({
        state,
        chunks: [{ type: 'finish', payload: { output: { usage: { inputTokens: 1_900 } } } }],
      })
    }
    expect(
      JSON.stringify(await processor.processLLMRequest({ prompt: talk('Alice', 13), model, state: {} })),
    ).toContain('<summary>')
  }
})
