import { expect, test, vi } from 'vitest'
import { callsOf, textOf } from '../core/message.ts'
import { hearAnswer } from './hear-answer.ts'
import { digestsOf } from './part-digest.ts'
import type { Protocol } from './protocol.ts'
import { anthropicProtocol } from './protocol-anthropic.ts'
import { openaiChatProtocol } from './protocol-openai-chat.ts'
import { openaiResponsesProtocol } from './protocol-openai-responses.ts'

const encode = (text: string) => new TextEncoder().encode(text)
const fail = (fault: unknown) => {
  throw fault
}

function heardIn(protocol: Protocol, form: 'events' | 'whole', answer: string | readonly string[]) {
  const heard = hearAnswer(protocol, { form, onFault: fail })
  if (typeof answer === 'string') heard.push(encode(answer))
  else for (const event of answer) heard.push(encode(`data: ${event}\n\n`))
  return heard.end()
}

const deep = `${'{"a":['.repeat(10_000)}1${']}'.repeat(10_000)}`
const calling = { id: 'toolu_1', name: 'run' }

test.each([
  [
    'anthropic, whole',
    anthropicProtocol,
    `{"id":"m1","content":[{"type":"text","text":"Now."},{"type":"tool_use","id":"toolu_1","name":"run","input":${deep}}]}`,
  ],
  [
    'anthropic, in events',
    anthropicProtocol,
    [
      '{"type":"content_block_start","index":0,"content_block":{"type":"text","text":"Now."}}',
      `{"type":"content_block_start","index":1,"content_block":{"type":"tool_use","id":"toolu_1","name":"run","input":${deep}}}`,
      '{"type":"message_stop"}',
    ],
  ],
  [
    'openai chat, whole',
    openaiChatProtocol,
    JSON.stringify({
      choices: [
        {
          message: {
            content: 'Now.',
            tool_calls: [{ id: calling.id, type: 'function', function: { name: 'run', arguments: deep } }],
          },
        },
      ],
    }),
  ],
  [
    'openai responses, in events',
    openaiResponsesProtocol,
    [
      '{"type":"response.output_item.done","output_index":0,"item":{"type":"message","role":"assistant","content":[{"type":"output_text","text":"Now."}]}}',
      `{"type":"response.output_item.done","output_index":1,"item":{"type":"tool_call","call_id":"toolu_1","name":"run","input":${deep}}}`,
      '{"type":"response.completed","response":{"id":"r1"}}',
    ],
  ],
] as const)('H4.4 an answer with an input 20,000 levels deep is heard: %s', (_, protocol, answer) => {
  const heard = heardIn(protocol, typeof answer === 'string' ? 'whole' : 'events', answer)
  expect(heard?.complete).toBe(true)
  expect(textOf(heard!.message)).toBe('Now.')
  const [call] = callsOf(heard!.message)
  expect(call).toMatchObject({ callId: calling.id, name: calling.name })
  // Every level is there, in its place or as a text.
  expect(JSON.stringify(call!.input).match(/a/g)).toHaveLength(10_000)
  expect(digestsOf(heard!.message)).toHaveLength(2)
})

test('H4.4 of an answer with more blocks than any model writes the first are heard, and it counts as broken off', () => {
  const start = (index: number) =>
    `{"type":"content_block_start","index":${index},"content_block":{"type":"text","text":"x"}}`
  const events = Array.from({ length: 20_000 }, (_, at) => start(at))
  const heard = heardIn(anthropicProtocol, 'events', [...events, '{"type":"message_stop"}'])
  expect(heard?.message.parts).toHaveLength(10_000)
  expect(heard?.complete).toBe(false)
  const item = (at: number) =>
    `{"type":"response.output_item.done","output_index":${at},"item":{"type":"message","role":"assistant","content":"x"}}`
  const items = Array.from({ length: 20_000 }, (_, at) => item(at))
  const response = heardIn(openaiResponsesProtocol, 'events', [...items, '{"type":"response.completed","response":{}}'])
  expect(response?.complete).toBe(false)
  expect(response?.message.parts.length).toBeLessThanOrEqual(10_000)
  const call = (at: number) =>
    `{"choices":[{"delta":{"tool_calls":[{"id":"c${at}","function":{"name":"run","arguments":"{}"}}]},"finish_reason":"stop"}]}`
  const calls = heardIn(
    openaiChatProtocol,
    'events',
    Array.from({ length: 20_000 }, (_, at) => call(at)),
  )
  expect(calls?.message.parts).toHaveLength(10_000)
  expect(calls?.complete).toBe(false)
})

const said = 'data: {"type":"content_block_start","index":0,"content_block":{"type":"text","text":"Now."}}\n\n'
const stop = 'data: {"type":"message_stop"}\n\n'

/** What is heard of one piece after the other, how many texts were parsed for it, and how often others had their turn. */
function heardOf(...pieces: readonly string[]) {
  const parse = vi.spyOn(JSON, 'parse')
  const heard = hearAnswer(anthropicProtocol, { form: 'events', onFault: fail })
  const turns = pieces.filter(piece => heard.push(encode(piece)) === 'pause').length
  const answer = heard.end()
  const parsed = parse.mock.calls.length
  parse.mockRestore()
  return { parsed, turns, complete: answer?.complete, text: answer && textOf(answer.message) }
}

test.each(['data:\n', 'data: [DONE]\n', 'data:  \r\n', ': waiting\n', '\n'])(
  'H4.4 lines like %j are no events: none is parsed, and what is said around them is heard',
  line => {
    expect(heardOf(said, line.repeat(100_000), stop)).toMatchObject({ parsed: 2, complete: true, text: 'Now.' })
  },
)

test.each([
  ['of more broken events than any answer has the first are tried', 'data: {\n'.repeat(50_000), 1_001],
  ['of more lines than any answer has the first are read', '\n'.repeat(1_100_000), 1],
])('H4.4 %s, what was said before is heard, and the answer counts as broken off', (_, many, parsed) => {
  expect(heardOf(said, many, stop)).toMatchObject({ parsed, complete: false, text: 'Now.' })
})

test('H4.4 others get their turn while very many lines are heard, and an answer of usual length is heard at once', () => {
  const piece = 'data:\n'.repeat(10_000)
  expect(heardOf(said, ...Array.from({ length: 50 }, () => piece), stop)).toMatchObject({ turns: 50, complete: true })
  expect(heardOf(...Array.from({ length: 1_000 }, () => said), stop)).toMatchObject({ turns: 0, complete: true })
})

test('H4.14 of a provider that says many times that something has gone wrong, the first few are told', () => {
  const told: string[] = []
  const heard = hearAnswer(anthropicProtocol, { form: 'events', onFault: fail, onFailure: said => told.push(said) })
  for (let at = 0; at < 50; at++)
    heard.push(encode(`data: {"type":"error","error":{"message":"prompt is too long ${at}"}}\n\n`))
  expect(told).toEqual([0, 1, 2].map(at => `{"error":{"message":"prompt is too long ${at}"}}`))
})
