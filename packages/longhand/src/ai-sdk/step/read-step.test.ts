import { tool } from 'ai'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { readStep } from './read-step.ts'
import { readWithSdk } from './read-with-sdk.ts'
import type { ModelPart, SdkModel, StepCall, StepEvent } from './step-call.ts'

const usage = {
  inputTokens: { total: 10, noCache: 10, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 3, text: 3, reasoning: 0 },
}

const signed = { anthropic: { signature: 'abc' } }

const opening: readonly ModelPart[] = [
  { type: 'stream-start', warnings: [] },
  { type: 'response-metadata', id: 'm1', modelId: 'drawn' },
]

const said = (id: string, ...deltas: readonly string[]): readonly ModelPart[] => [
  { type: 'text-start', id },
  ...deltas.map(delta => ({ type: 'text-delta', id, delta }) as const),
  { type: 'text-end', id },
]

const finish = (unified: 'stop' | 'tool-calls'): ModelPart => ({
  type: 'finish',
  usage,
  finishReason: { unified, raw: unified },
})

const call: readonly ModelPart[] = [
  { type: 'tool-input-start', id: 'c1', toolName: 'add' },
  { type: 'tool-input-delta', id: 'c1', delta: '{"a":1}' },
  { type: 'tool-input-end', id: 'c1' },
  { type: 'tool-call', toolCallId: 'c1', toolName: 'add', input: '{"a":1}' },
]

const streamOf = (parts: readonly ModelPart[]) =>
  new ReadableStream<ModelPart>({
    start(to) {
      for (const part of parts) to.enqueue(part)
      to.close()
    },
  })

const modelOf = (parts: readonly ModelPart[]): SdkModel => ({
  specificationVersion: 'v4',
  provider: 'drawn',
  modelId: 'drawn',
  supportedUrls: {},
  doGenerate: () => Promise.reject(new Error('It only streams.')),
  doStream: async () => ({ stream: streamOf(parts) }),
})

const callOf = (model: SdkModel): StepCall => ({
  model,
  tools: { add: tool({ inputSchema: z.object({ a: z.number() }), execute: ({ a }) => a + 1 }) },
  request: {
    conversation: { owner: 'o', id: 'c' },
    messages: [{ role: 'user', parts: [{ type: 'text', text: 'hello' }] }],
    numbers: () => [1],
    instructions: null,
    maxOutput: null,
  },
  over: new AbortController(),
})

/** Everything that comes, and the error that ends it. */
async function heard(events: AsyncIterable<StepEvent>): Promise<unknown[]> {
  const all: unknown[] = []
  try {
    for await (const event of events)
      all.push(event.type === 'ended' ? event.step : { chunk: event.chunk, parts: event.parts() })
  } catch (error) {
    all.push({ error })
  }
  return all
}

const streams: Readonly<Record<string, readonly ModelPart[]>> = {
  words: [...opening, ...said('0', 'Hel', '', 'lo'), finish('stop')],
  'thoughts with a signature, then words': [
    ...opening,
    { type: 'custom', kind: 'drawn.note', providerMetadata: signed },
    { type: 'reasoning-start', id: '0' },
    { type: 'reasoning-delta', id: '0', delta: 'Hm' },
    { type: 'reasoning-delta', id: '0', delta: '', providerMetadata: signed },
    { type: 'reasoning-end', id: '0' },
    { type: 'ping' },
    ...said('1', 'Yes'),
    finish('stop'),
  ],
  'words, then a call that the SDK runs': [...opening, ...said('0', 'Let', ' me'), ...call, finish('tool-calls')],
  'a call amid words': [
    ...opening,
    ...said('0', 'One').slice(0, 2),
    ...call,
    { type: 'text-delta', id: '0', delta: 'two' },
    { type: 'text-end', id: '0' },
    finish('tool-calls'),
  ],
  'a source': [
    ...opening,
    ...said('0', 'See'),
    { type: 'source', sourceType: 'url', id: 's', url: 'https://example.com' },
    finish('stop'),
  ],
  'words without a beginning': [...opening, { type: 'text-delta', id: '7', delta: 'lost' }, finish('stop')],
  'an error amid words': [...opening, ...said('0', 'One').slice(0, 2), { type: 'error', error: new Error('broken') }],
  'words without an end': [...opening, ...said('0', 'One').slice(0, 2)],
  nothing: opening,
  'no answer at all': [],
}

test.each(Object.entries(streams))('C1 %s: read like the SDK reads it', async (_, parts) => {
  const [own, sdk] = [
    await heard(readStep(callOf(modelOf(parts)))),
    await heard(readWithSdk(callOf(modelOf(parts)), 0)),
  ]
  expect(own.length).toBeGreaterThan(0)
  expect(own).toEqual(sdk)
})

test('C1 words under one id twice are shown under two', async () => {
  const parts = [...opening, ...said('0', 'One'), ...said('0', 'Two'), finish('stop')]
  const events = await heard(readStep(callOf(modelOf(parts))))
  const ids = events.flatMap(event => {
    const { type, id } = (event as { chunk?: { type: string; id: string } }).chunk ?? {}
    return type === 'text-start' ? [id] : []
  })
  expect(new Set(ids).size).toBe(2)
  expect(events.at(-1)).toMatchObject({ messages: [{ content: [{ text: 'One' }, { text: 'Two' }] }] })
})

test('F4 a model that hears no signals is left all the same', async () => {
  const left = Promise.withResolvers<unknown>()
  const endless = new ReadableStream<ModelPart>({ start: to => to.enqueue(opening[0]!), cancel: left.resolve })
  const asked = callOf({ ...modelOf([]), doStream: async () => ({ stream: endless }) })
  const reading = heard(readStep(asked))
  setImmediate(() => asked.over.abort('stop'))
  expect(await reading).toEqual([{ error: 'stop' }])
  expect(await left.promise).toBe('stop')
})
