import {
  convertToModelMessages,
  generateText,
  isStepCount,
  type ModelMessage,
  streamText,
  tool,
  type UIMessage,
} from 'ai'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { append, type Branch } from '../../core/branch.ts'
import { callsOf, type Message } from '../../core/message.ts'
import { trim } from '../../core/trim.ts'
import { modelMessages, view } from '../../core/view.ts'
import { answer, type Said } from '../../testing/fake-provider/answer.ts'
import { type FakeProvider, startFakeProvider } from '../../testing/fake-provider/fake-provider.ts'
import { type ProviderName, providerNames, realModel } from '../../testing/fake-provider/real-providers.ts'
import { branches, histories } from '../../testing/history.ts'
import { alternate } from './alternate.ts'
import { fromModelMessages, toModelMessages } from './convert.ts'
import { toPrompt } from './prompt.ts'
import { fromUIMessages } from './ui.ts'

let fake: FakeProvider

beforeAll(async () => {
  globalThis.AI_SDK_LOG_WARNINGS = false
  fake = await startFakeProvider()
})

afterAll(() => fake.close())

const stored = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T

/** What reaches the provider. */
async function bodyOf(messages: ModelMessage[], provider: ProviderName) {
  await generateText({ model: realModel(provider, 'ok', fake), messages, maxRetries: 0, maxOutputTokens: 100 })
  return fake.calls.at(-1)!.request.body
}

const read = tool({
  inputSchema: z.object({ path: z.string() }),
  execute: ({ path }) => (path.includes('bad') ? Promise.reject(new Error('no such file')) : { path, lines: 3 }),
})

const reading = (...paths: readonly string[]): readonly Said[] =>
  paths.map(path => ({ type: 'call', id: `call_${path.replace('.', '_')}`, name: 'read', input: { path } }))

describe.each(providerNames)('%s', provider => {
  test.each(['stream', 'whole'] as const)(
    'V6 V10 after a night in storage the provider reads what it said, to the byte (%s)',
    async how => {
      const thought: Said = { type: 'reasoning', text: 'Look at both.' }
      fake.script(
        () => answer([thought, { type: 'text', text: 'I look.' }, ...reading('a.ts', 'bad.ts')], 'calls'),
        () => answer([{ type: 'reasoning', text: 'One more.' }, ...reading('c.ts')], 'calls'),
        () => answer('Done.'),
      )
      const asked: ModelMessage[] = [{ role: 'user', content: [{ type: 'text', text: 'Read the files.' }] }]
      const request = {
        model: realModel(provider, 'ok', fake),
        messages: asked,
        tools: { read },
        stopWhen: isStepCount(5),
        maxRetries: 0,
        onError: () => {},
      }
      const responses =
        how === 'whole' ? (await generateText(request)).responseMessages : await streamText(request).responseMessages
      const all: ModelMessage[] = [
        ...asked,
        ...responses,
        { role: 'user', content: [{ type: 'text', text: 'Thanks.' }] },
      ]
      const kept = stored(fromModelMessages(all))
      expect(kept.map(({ role }) => role)).toEqual([
        'user',
        'assistant',
        'tool',
        'assistant',
        'tool',
        'assistant',
        'user',
      ])
      const before = await bodyOf(all, provider)
      expect(await bodyOf(toModelMessages(kept), provider)).toEqual(before)
      expect(await bodyOf(toPrompt(kept).messages, provider)).toEqual(before)
    },
  )

  test('V10 messages of a screen reach the provider as the AI SDK itself would send them', async () => {
    await fc.assert(
      fc.asyncProperty(screens, async messages => {
        const ours = toModelMessages(fromUIMessages(stored(messages)).map(({ message }) => message))
        const theirs = await convertToModelMessages(messages)
        expect(await bodyOf(alternate(ours), provider)).toEqual(await bodyOf(alternate(theirs), provider))
      }),
      { numRuns: 40 },
    )
  })
})

const words = fc.constantFrom('yes', 'Grüße 🌍', 'a\nb', '{"a":1}')
const toolPart = fc.oneof(
  fc.record({ state: fc.constant('output-available'), output: fc.oneof(words, fc.record({ lines: fc.nat() })) }),
  fc.record({ state: fc.constant('output-error'), errorText: words }),
)
const answerParts = fc
  .array(
    fc.record({
      said: fc.array(words, { maxLength: 2 }),
      tools: fc.array(toolPart, { maxLength: 2 }),
      isDynamic: fc.boolean(),
    }),
    {
      minLength: 1,
      maxLength: 3,
    },
  )
  .map(steps =>
    steps.flatMap(({ said, tools, isDynamic }, step) => [
      { type: 'step-start' },
      ...said.map(text => ({ type: 'text', text, state: 'done' })),
      ...tools.map((part, at) => ({
        ...(isDynamic ? { type: 'dynamic-tool', toolName: 'read' } : { type: 'tool-read' }),
        toolCallId: `call_${step}_${at}`,
        input: { path: 'a' },
        ...part,
      })),
    ]),
  )

/** What a person asked and an assistant answered, with data that only screens show in between. */
const screens = fc.tuple(words, answerParts, words).map(
  ([asked, parts, last]): UIMessage[] =>
    [
      {
        id: 'u1',
        role: 'user',
        parts: [
          { type: 'text', text: asked },
          { type: 'data-note', data: 1 },
        ],
      },
      {
        id: 'a1',
        role: 'assistant',
        parts: [{ type: 'data-context', data: { used: 1 } }, ...parts, { type: 'text', text: 'Done.' }],
      },
      { id: 'u2', role: 'user', parts: [{ type: 'text', text: last }] },
    ] as UIMessage[],
)

test('V6 thinking stays at the start of the answer it led to, after any compactions', async () => {
  const thinking = { anthropic: { thinking: { type: 'enabled', budgetTokens: 1024 } } }
  const branch = histories(25).chain(history => fc.constantFrom(...branches(history)))
  await fc.assert(
    fc.asyncProperty(branch, async branch => {
      const prompt = toPrompt(modelMessages(view(branch.map(thoughtful))))
      if (prompt.messages.length === 0) return
      const model = realModel('anthropic', 'claude-sonnet-4-5', fake)
      await generateText({ model, ...prompt, providerOptions: thinking, maxRetries: 0, maxOutputTokens: 2048 })
    }),
    { numRuns: 200 },
  )
})

/** The same entry by an assistant who signs a thought before every call. */
function thoughtful(entry: Branch[number]): Branch[number] {
  if (entry.type !== 'message' || callsOf(entry.message).length === 0) return entry
  const thought = { type: 'reasoning', text: 'hm', provider: { anthropic: { signature: 'signed' } } } as const
  return { ...entry, message: { ...entry.message, parts: [thought, ...entry.message.parts] } }
}

test('F1 a trimmed result is sent trimmed, whatever form it had', () => {
  const long = 'x'.repeat(5000)
  const outputs = [
    { type: 'text', value: long },
    { type: 'json', value: { long } },
    { type: 'json', value: long },
    { type: 'error-json', value: { long } },
    {
      type: 'content',
      value: [
        { type: 'text', text: long },
        { type: 'custom', providerOptions: { a: { b: 1 } } },
      ],
    },
  ] as const
  for (const output of outputs) {
    const [message] = fromModelMessages([
      {
        role: 'tool',
        content: [{ type: 'tool-result', toolCallId: 'c1', toolName: 'read', output: stored(output) as never }],
      },
    ])
    const sent = JSON.stringify(toModelMessages([trim({ message: message!, number: 1 }, 200)]))
    expect(sent).toContain('characters trimmed')
    expect(sent.length).toBeLessThan(600)
  }
})

test('V10 older forms of a message say the same to the provider', async () => {
  const bytes = new Uint8Array([137, 80, 78, 71, 13, 10, 26, 10])
  const older: ModelMessage[] = [
    { role: 'user', content: 'Look.' },
    { role: 'assistant', content: 'At what?' },
    {
      role: 'user',
      content: [
        { type: 'image', image: bytes },
        { type: 'file', mediaType: 'image/png', data: bytes.buffer },
        { type: 'file', mediaType: 'image/png', data: Buffer.from(bytes).toString('base64') },
        { type: 'file', mediaType: 'image/png', data: new URL('data:image/png;base64,iVBORw0KGgo=') },
        { type: 'image', image: 'https://x.org/a.png' },
      ],
    },
  ]
  const again = toModelMessages(stored(fromModelMessages(older)))
  expect(await bodyOf(again, 'anthropic')).toEqual(await bodyOf(older, 'anthropic'))
  expect(fromModelMessages(older)[2]!.parts.map(part => part.type)).toEqual(Array.from({ length: 5 }, () => 'file'))
})

test('V10 an image that a tool answered, as Anthropic and MCP write it, reaches the provider as an image', async () => {
  const data = 'iVBORw0KGgo='
  const messages = (image: unknown): readonly Message[] =>
    [
      { role: 'user', parts: [{ type: 'text', text: 'Show me.' }] },
      { role: 'assistant', parts: [{ type: 'tool-call', callId: 'c1', name: 'shot', input: {} }] },
      {
        role: 'tool',
        parts: [
          {
            type: 'tool-result',
            callId: 'c1',
            name: 'shot',
            outcome: 'ok',
            output: [{ type: 'text', text: 'Here.' }, image],
          },
        ],
      },
    ] as readonly Message[]
  const source = { type: 'base64', media_type: 'image/png', data }
  for (const image of [
    { type: 'image', source },
    { type: 'image', mimeType: 'image/png', data },
  ]) {
    const body = await bodyOf(toModelMessages(messages(image)), 'anthropic')
    expect(JSON.stringify(body)).toContain(JSON.stringify({ type: 'image', source }))
  }
})

test('V6 denied and missing results answer their calls', async () => {
  const parts = (outcome: 'denied' | 'missing', output: string | null): readonly Message[] => [
    { role: 'user', parts: [{ type: 'text', text: 'Delete it.' }] },
    { role: 'assistant', parts: [{ type: 'tool-call', callId: 'c1', name: 'rm', input: {} }] },
    { role: 'tool', parts: [{ type: 'tool-result', callId: 'c1', name: 'rm', outcome, output }] },
  ]
  const sent = async (...said: Parameters<typeof parts>) =>
    JSON.stringify(await bodyOf(toModelMessages(parts(...said)), 'anthropic'))
  expect(await sent('denied', 'not today')).toContain('not today')
  expect(await sent('denied', null)).toContain('Tool call execution denied.')
  expect(await sent('missing', 'No result.')).toContain('"is_error":true')
})

test('V6 an approval waits, is answered, and leads to its result, with the person in between', () => {
  const messages: ModelMessage[] = [
    { role: 'user', content: [{ type: 'text', text: 'Delete it.' }] },
    {
      role: 'assistant',
      content: [
        { type: 'tool-call', toolCallId: 'c1', toolName: 'rm', input: {} },
        { type: 'tool-approval-request', approvalId: 'a1', toolCallId: 'c1' },
      ],
    },
    { role: 'tool', content: [{ type: 'tool-approval-response', approvalId: 'a1', approved: true }] },
    {
      role: 'tool',
      content: [{ type: 'tool-result', toolCallId: 'c1', toolName: 'rm', output: { type: 'text', value: 'gone' } }],
    },
  ]
  const branch = fromModelMessages(messages).reduce<Branch>(
    (on, message, at) => append(on, { type: 'message', message, count: 1 }, `e${at}`),
    [],
  )
  const read = modelMessages(view(branch))
  expect(toModelMessages(read)).toEqual(messages)
})
