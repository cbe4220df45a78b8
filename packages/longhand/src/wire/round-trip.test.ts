import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Json } from '../core/json.ts'
import type { Message, Part } from '../core/message.ts'
import { toAnthropic } from './anthropic.ts'
import { toLonghand } from './longhand.ts'
import { toOpenAIChat } from './openai-chat.ts'
import { readTranscript } from './read-transcript.ts'
import type { Format } from './transcript.ts'

/** Any text, with what breaks careless readers: half characters, NUL, quotes, fences. */
const text = fc.oneof(fc.string({ unit: 'binary', maxLength: 40 }), fc.constantFrom('\uD800', '\u0000', '"]}', '</a>'))
const words = text.filter(value => value !== '')
/** JSON as it comes from a text: there is no −0 in it. */
const object = fc
  .dictionary(fc.string({ maxLength: 8 }), fc.jsonValue({ maxDepth: 3 }))
  .map((value): Json => JSON.parse(JSON.stringify(value)) as Json)
const id = fc.uuid()

const said = words.map((value): Part => ({ type: 'text', text: value }))
const thought = fc.record({ type: fc.constant('reasoning' as const), text: words })
const image = fc.record({
  type: fc.constant('file' as const),
  mediaType: fc.constantFrom('image/png', 'image/jpeg', 'application/pdf'),
  name: fc.constant(null),
  source: fc.record({ type: fc.constant('base64' as const), data: fc.base64String() }),
})
const call =
  (name: string) =>
  (callId: string, input: Json): Part => ({ type: 'tool-call', callId, name, input })
const result = (callId: string, output: Json, outcome: 'ok' | 'error'): Part => ({
  type: 'tool-result',
  callId,
  name: 'run',
  outcome,
  output,
})

const person: fc.Arbitrary<Message> = fc
  .array(fc.oneof(said, image), { minLength: 1, maxLength: 3 })
  .map(parts => ({ role: 'user', parts }))
const answer: fc.Arbitrary<Message> = fc
  .tuple(fc.array(thought, { maxLength: 1 }), said)
  .map(([first, last]) => ({ role: 'assistant', parts: [...first, last] }))
const step = (outcomes: readonly ('ok' | 'error')[], results: 'together' | 'apart'): fc.Arbitrary<readonly Message[]> =>
  fc
    .tuple(
      fc.array(said, { maxLength: 1 }),
      fc.uniqueArray(id, { minLength: 1, maxLength: 3 }),
      object,
      text,
      fc.constantFrom(...outcomes),
    )
    .map(([first, ids, input, output, outcome]) => {
      const answers = ids.map(callId => result(callId, output, outcome))
      const tools: readonly Message[] =
        results === 'together'
          ? [{ role: 'tool', parts: answers }]
          : answers.map(part => ({ role: 'tool', parts: [part] }))
      return [{ role: 'assistant', parts: [...first, ...ids.map(callId => call('run')(callId, input))] }, ...tools]
    })

/** A talk that takes turns, as providers want it. */
const talk = (steps: fc.Arbitrary<readonly Message[]>): fc.Arbitrary<readonly Message[]> =>
  fc
    .tuple(
      fc.array(said, { maxLength: 1 }),
      fc.array(fc.tuple(person, fc.array(steps, { maxLength: 2 }), answer), { minLength: 1, maxLength: 4 }),
    )
    .map(([system, turns]) => [
      ...(system.length === 0 ? [] : [{ role: 'system', parts: system } as Message]),
      ...turns.flatMap(([asked, middle, told]) => [asked, ...middle.flat(), told]),
    ])

const reread = (value: unknown, format: Format) => readTranscript(JSON.stringify(value), format)

describe('D6 what is written is read back as it was', () => {
  test('Longhand JSON, for any message', () => {
    const part = fc.oneof(
      said,
      thought,
      image,
      fc.record({ type: fc.constant('opaque' as const), kind: text, value: object }),
    )
    const any = fc.oneof(
      talk(step(['ok', 'error'], 'together')),
      fc.array(
        fc.record({ role: fc.constantFrom('user', 'assistant', 'system'), parts: fc.array(part, { maxLength: 4 }) }),
      ),
    ) as fc.Arbitrary<readonly Message[]>
    fc.assert(
      fc.property(any, messages => {
        expect(reread(toLonghand(messages), 'longhand').messages).toEqual(messages)
        const details = messages.map(({ role }, at) => ({
          at: 1_700_000_000_000 + at,
          model: role === 'assistant' ? 'm' : null,
        }))
        expect(reread(toLonghand(messages, { details, title: 'T' }), 'longhand')).toMatchObject({ messages, details })
      }),
      { numRuns: 1000 },
    )
  })

  test('Anthropic, for talks that take turns', () => {
    fc.assert(
      fc.property(talk(step(['ok', 'error'], 'together')), messages => {
        expect(reread(toAnthropic(messages), 'anthropic').messages).toEqual(messages)
      }),
      { numRuns: 1000 },
    )
  })

  test('OpenAI chat, which has no mark for a failed call', () => {
    fc.assert(
      fc.property(talk(step(['ok'], 'apart')), messages => {
        expect(reread(toOpenAIChat(messages), 'openai-chat').messages).toEqual(messages)
      }),
      { numRuns: 1000 },
    )
  })
})

describe('H4 what a client sent goes on as it was', () => {
  const chat: readonly unknown[] = [
    { role: 'developer', content: 'Be brief.' },
    { role: 'user', name: 'ada', content: [{ type: 'text', text: 'Look', cache_control: { type: 'ephemeral' } }] },
    {
      role: 'assistant',
      content: null,
      reasoning_content: 'hm',
      tool_calls: [
        { id: 'a', type: 'function', function: { name: 'read', arguments: '{"path":  "x"}' } },
        { id: 'b', type: 'function', function: { name: 'read', arguments: '{"broken' } },
        { id: 'c', type: 'custom', custom: { name: 'patch', input: '***' } },
        { id: 'd', type: 'new_kind', new_kind: {} },
      ],
    },
    { role: 'tool', tool_call_id: 'a', content: [{ type: 'text', text: 'x' }] },
    { role: 'tool', tool_call_id: 'b', content: 'y' },
    {
      role: 'user',
      content: [
        { type: 'image_url', image_url: { url: 'https://example.org/a.png', detail: 'low' } },
        { type: 'image_url', image_url: { url: 'data:image/png;base64,AA==' } },
        { type: 'input_audio', input_audio: { data: 'AA==', format: 'wav' } },
        { type: 'file', file: { file_id: 'file-1' } },
        { type: 'file', file: { file_data: 'data:application/pdf;base64,AA==', filename: 'a.pdf' } },
        { type: 'hologram', value: 1 },
      ],
    },
    { role: 'assistant', content: 'Done.', audio: { id: 'audio_1' } },
  ]

  test('OpenAI chat, byte for byte', () => {
    const { messages } = reread(chat, 'openai-chat')
    expect(toOpenAIChat(messages)).toEqual(chat)
  })

  const claude = {
    system: [{ type: 'text', text: 'Be brief.', cache_control: { type: 'ephemeral' } }],
    messages: [
      {
        role: 'user',
        content: [
          { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AA==' } },
          { type: 'document', source: { type: 'url', url: 'https://example.org/a.pdf' }, title: 'A' },
          { type: 'document', source: { type: 'text', media_type: 'text/plain', data: 'words' } },
          { type: 'text', text: 'Look', cache_control: { type: 'ephemeral' } },
        ],
      },
      {
        role: 'assistant',
        content: [
          { type: 'thinking', thinking: 'hm', signature: 'sig' },
          { type: 'redacted_thinking', data: 'sealed' },
          { type: 'server_tool_use', id: 's', name: 'web_search', input: {} },
          { type: 'web_search_tool_result', tool_use_id: 's', content: [] },
          { type: 'tool_use', id: 'a', name: 'read', input: { path: 'x' } },
        ],
      },
      {
        role: 'user',
        content: [
          { type: 'tool_result', tool_use_id: 'a', content: [{ type: 'text', text: 'x' }], is_error: true },
          { type: 'text', text: 'and now?' },
        ],
      },
      { role: 'assistant', content: 'Done.' },
    ],
  }

  test('Anthropic, block for block', () => {
    const { messages } = reread(claude, 'anthropic')
    expect(toAnthropic(messages)).toEqual(claude)
    expect(messages.map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'tool', 'user', 'assistant'])
  })

  test('neighbours of one role are joined for Anthropic, and JSON outputs go as text', () => {
    const messages: readonly Message[] = [
      { role: 'user', parts: [{ type: 'text', text: 'a' }] },
      { role: 'user', parts: [{ type: 'text', text: 'b' }] },
      { role: 'assistant', parts: [{ type: 'tool-call', callId: 'c', name: 'run', input: {} }] },
      { role: 'tool', parts: [result('c', { exit: 0 }, 'ok')] },
    ]
    expect(toAnthropic(messages).messages).toMatchObject([
      { role: 'user', content: [{ text: 'a' }, { text: 'b' }] },
      { role: 'assistant' },
      { role: 'user', content: [{ type: 'tool_result', content: '{"exit":0}' }] },
    ])
  })
})

test('F6 no JSON makes a reader throw anything but a transcript error', () => {
  const item = fc.oneof(
    fc.jsonValue({ maxDepth: 4 }),
    fc.record(
      {
        role: fc.constantFrom('user', 'assistant', 'tool', 'system', 'x'),
        type: fc.constantFrom('message', 'user', 'assistant', 'response_item', 'reasoning', 'function_call'),
        content: fc.jsonValue({ maxDepth: 3 }),
        message: fc.jsonValue({ maxDepth: 3 }),
        payload: fc.jsonValue({ maxDepth: 3 }),
        parts: fc.jsonValue({ maxDepth: 3 }),
        tool_calls: fc.jsonValue({ maxDepth: 3 }),
        toolCalls: fc.jsonValue({ maxDepth: 3 }),
        uuid: fc.constantFrom('a', 'b'),
        parentUuid: fc.constantFrom('a', 'b', null),
      },
      { requiredKeys: [] },
    ),
  )
  fc.assert(
    fc.property(fc.array(item, { maxLength: 6 }), fc.constantFrom('array', 'lines'), (items, form) => {
      const written = form === 'array' ? JSON.stringify(items) : items.map(value => JSON.stringify(value)).join('\n')
      try {
        const { messages, sources } = readTranscript(written)
        expect(sources).toHaveLength(messages.length)
      } catch (error) {
        expect(error).toMatchObject({ code: 'bad-transcript' })
      }
    }),
    { numRuns: 2000 },
  )
})
