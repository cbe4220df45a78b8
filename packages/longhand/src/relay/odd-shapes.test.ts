import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hearAnswer } from './hear-answer.ts'
import { createItemCache } from './item-cache.ts'
import type { Protocol } from './protocol.ts'
import { anthropicProtocol } from './protocol-anthropic.ts'
import { openaiChatProtocol } from './protocol-openai-chat.ts'
import { openaiResponsesProtocol } from './protocol-openai-responses.ts'
import { readRequest } from './read-request.ts'
import { scanObject } from './scan-object.ts'

const protocols = [anthropicProtocol, openaiChatProtocol, openaiResponsesProtocol]
const fail = (fault: unknown): never => {
  throw fault
}
const encode = (text: string) => new TextEncoder().encode(text)

/** Words that every object of JavaScript has something under, and those that the protocols know. */
const word = fc.constantFrom(
  ...['constructor', '__proto__', 'toString', 'hasOwnProperty', 'valueOf', 'user', 'assistant', 'tool', 'wizard', ''],
  ...['text', 'tool_use', 'tool_result', 'thinking', 'image', 'image_url', 'message', 'function_call', 'reasoning'],
)
const scalar = fc.oneof(word, fc.constantFrom(null, 0, -5, 1e300, true))
const keys = [
  'role',
  'content',
  'text',
  'type',
  'id',
  'name',
  'input',
  'tool_calls',
  'tool_use_id',
  'source',
  'arguments',
]
const { odd } = fc.letrec<{ odd: unknown }>(tie => ({
  odd: fc.oneof(
    { maxDepth: 4 },
    scalar,
    fc.array(tie('odd'), { maxLength: 3 }),
    fc.dictionary(
      fc.constantFrom(...keys, 'usage', 'delta', 'index', 'choices', 'output', 'item', 'response'),
      tie('odd'),
      {
        maxKeys: 6,
      },
    ),
  ),
}))

test.each(protocols)('H4.25 whatever a provider of $name answers, hearing it does not throw', protocol => {
  const event = fc.record({
    type: fc.oneof(
      fc.constantFrom('message_start', 'message_delta', 'content_block_start', 'content_block_delta'),
      fc.constantFrom('response.completed', 'response.output_item.done', 'response.output_text.delta'),
      word,
    ),
    ...{ index: fc.constantFrom(0, 1, 'a'), delta: odd, content_block: odd, message: odd, usage: odd },
    ...{ choices: odd, output: odd, item: odd, response: odd, content: odd },
  })
  fc.assert(
    fc.property(fc.array(event, { maxLength: 6 }), events => {
      const hear = (form: 'events' | 'whole') => hearAnswer(protocol, { form, onFault: fail })
      const [stream, whole] = [hear('events'), hear('whole')]
      for (const one of events) stream.push(encode(`data: ${JSON.stringify(one)}\n\n`))
      stream.end()
      whole.push(encode(JSON.stringify(events[0] ?? {})))
      whole.end()
    }),
    { numRuns: 300 },
  )
})

test('H4.25 a fault while an answer is heard is told once, and nothing is made up from what came before', () => {
  const fault = new TypeError('Cannot read properties of undefined')
  const broken: Protocol = {
    ...anthropicProtocol,
    createAnswerReader: () => ({
      ...anthropicProtocol.createAnswerReader(),
      add: () => {
        throw fault
      },
    }),
  }
  const told: unknown[] = []
  const heard = hearAnswer(broken, { form: 'events', onFault: one => told.push(one) })
  for (const _ of [1, 2]) heard.push(encode('data: {"type":"message_start"}\n\n'))
  expect(heard.end()).toBeNull()
  expect(told).toEqual([fault])
})

test('H4.25 what is said around an event that nobody knows is heard', () => {
  const heard = hearAnswer(anthropicProtocol, { form: 'events', onFault: fail })
  const block = { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } }
  const delta = (type: string) => ({ type: 'content_block_delta', index: 0, delta: { type, text: 'noted' } })
  for (const one of [block, delta('constructor'), delta('__proto__'), delta('text_delta')])
    heard.push(encode(`data: ${JSON.stringify(one)}\n\n`))
  expect(heard.end()?.message.parts).toEqual([{ type: 'text', text: 'noted' }])
})

test('H4.10 calls that a provider streams without numbers are heard, each with its own input', () => {
  const heard = hearAnswer(openaiChatProtocol, { form: 'events', onFault: fail })
  const call = (id: string | null, text: string) => ({ id, function: { name: id && 'read', arguments: text } })
  const pieces = [call('call_a', '{"path":'), call(null, '"a.ts"}'), call('call_b', '{"path":"b.ts"}')]
  for (const piece of pieces)
    heard.push(encode(`data: ${JSON.stringify({ choices: [{ index: 0, delta: { tool_calls: [piece] } }] })}\n\n`))
  expect(heard.end()?.message.parts).toMatchObject([
    { type: 'tool-call', callId: 'call_a', name: 'read', input: { path: 'a.ts' } },
    { type: 'tool-call', callId: 'call_b', name: 'read', input: { path: 'b.ts' } },
  ])
})

test.each(protocols)('H4.25 whatever a client of $name sends, it is read or left alone', protocol => {
  fc.assert(
    fc.property(fc.array(odd, { maxLength: 5 }), items => {
      const bytes = encode(JSON.stringify({ model: 'm', [protocol.list]: items }))
      const read = readRequest({ bytes, members: scanObject(bytes), protocol }, { cache: createItemCache() })
      if ('parts' in read) for (const { digest } of read.parts) expect(digest).toHaveLength(22)
    }),
    { numRuns: 500 },
  )
})

test.each(['constructor', 'toString', '__proto__'])('H4.8 a block of type %s is kept as it is', type => {
  const item = { role: 'user', content: [{ type, text: 'a' }] }
  for (const protocol of [anthropicProtocol, openaiChatProtocol]) {
    const [piece] = protocol.readItem(item, new Map())!
    expect(piece!.messages[0]!.parts).toMatchObject([{ type: 'opaque', value: { type, text: 'a' } }])
  }
})

test('H4.14 a cut output of the API’s own tools keeps the form that its item must have', () => {
  const { withOutput } = openaiResponsesProtocol
  const outcome = { type: 'exit', exit_code: 1 }
  const ran = (stdout: string) => ({ stdout, stderr: '', outcome })
  const shell = { type: 'shell_call_output', call_id: 's', output: [ran('long '.repeat(900)), ran('more')] }
  expect(withOutput(shell, 'long […]')).toEqual({ ...shell, output: [ran('long […]'), ran('')] })
  const screen = { type: 'computer_call_output', call_id: 'c', output: { type: 'computer_screenshot', image_url: 'a' } }
  expect(withOutput(screen, '{"type":"comp […]')).toEqual(screen)
  const called = { type: 'function_call_output', call_id: 'f', output: 'long' }
  expect(withOutput(called, 'lo […]')).toEqual({ ...called, output: 'lo […]' })
})

test('H4.12 a text in place of a list is what a person said, and asked once', () => {
  const readBody = (input: unknown) => {
    const bytes = encode(JSON.stringify({ model: 'm', input }))
    return readRequest(
      { bytes, members: scanObject(bytes), protocol: openaiResponsesProtocol },
      { cache: createItemCache() },
    )
  }
  expect(readBody('Hello')).toMatchObject({ parts: [{ role: 'user', type: 'text' }] })
  const [text, list] = ['Hello', [{ role: 'user', content: 'Hello' }]].map(input => {
    const read = readBody(input)
    return 'parts' in read ? read.parts : null
  })
  expect(text).toEqual(list)
  expect(readBody(5)).toEqual({ leftAlone: 'unread' })
})

const tooLong = { code: 'context_length_exceeded', message: 'Your input exceeds the context window of this model.' }

test.each([
  [openaiResponsesProtocol, { type: 'response.failed', response: { status: 'failed', error: tooLong } }],
  [openaiResponsesProtocol, { type: 'error', ...tooLong }],
  [openaiChatProtocol, { error: tooLong }],
  [anthropicProtocol, { type: 'error', error: tooLong }],
])('H4.14 a failure that a provider tells amid an answer is heard, from $name', (protocol, event) => {
  const told: string[] = []
  const heard = hearAnswer(protocol, { form: 'events', onFault: fail, onFailure: said => told.push(said) })
  heard.push(encode(`data: {"type":"response.created"}\n\ndata: ${JSON.stringify(event)}\n\n`))
  expect(heard.end()).toBeNull()
  expect(told).toEqual([JSON.stringify({ error: tooLong })])
})
