import { describe, expect, test } from 'vitest'
import type { Message } from '../core/message.ts'
import { readTranscript } from './read-transcript.ts'

const lines = (...values: readonly unknown[]): string => values.map(value => JSON.stringify(value)).join('\n')

/** The same talk in every format: a system prompt, a question, a call with its result, an answer. */
const samples = {
  longhand: JSON.stringify({
    format: 'longhand',
    version: 1,
    messages: [
      { role: 'system', parts: [{ type: 'text', text: 'Be brief.' }] },
      { role: 'user', parts: [{ type: 'text', text: 'What is in a.txt?' }] },
      { role: 'assistant', parts: [{ type: 'tool-call', callId: 'c1', name: 'read', input: { path: 'a.txt' } }] },
      {
        role: 'tool',
        parts: [{ type: 'tool-result', callId: 'c1', name: 'read', outcome: 'ok', output: 'hello' }],
      },
      { role: 'assistant', parts: [{ type: 'text', text: 'It says hello.' }] },
    ],
  }),
  corpus: JSON.stringify({
    id: 'x',
    messages: [
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'What is in a.txt?' },
      { role: 'assistant', content: '', toolCalls: [{ id: 'c1', name: 'read', args: { path: 'a.txt' } }] },
      { role: 'tool', toolCallId: 'c1', content: 'hello' },
      { role: 'assistant', content: 'It says hello.' },
    ],
  }),
  'openai-chat': JSON.stringify({
    model: 'm',
    messages: [
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'What is in a.txt?' },
      {
        role: 'assistant',
        content: null,
        refusal: null,
        tool_calls: [{ id: 'c1', type: 'function', function: { name: 'read', arguments: '{"path":"a.txt"}' } }],
      },
      { role: 'tool', tool_call_id: 'c1', content: 'hello' },
      { role: 'assistant', content: 'It says hello.', annotations: [] },
    ],
  }),
  'openai-responses': JSON.stringify({
    instructions: 'Be brief.',
    input: [
      { role: 'user', content: [{ type: 'input_text', text: 'What is in a.txt?' }] },
      { type: 'function_call', call_id: 'c1', name: 'read', arguments: '{"path":"a.txt"}' },
      { type: 'function_call_output', call_id: 'c1', output: 'hello' },
      { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'It says hello.' }] },
    ],
  }),
  anthropic: JSON.stringify({
    system: 'Be brief.',
    messages: [
      { role: 'user', content: 'What is in a.txt?' },
      { role: 'assistant', content: [{ type: 'tool_use', id: 'c1', name: 'read', input: { path: 'a.txt' } }] },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'c1', content: 'hello' }] },
      { role: 'assistant', content: 'It says hello.' },
    ],
  }),
  'claude-code': lines(
    { type: 'summary', summary: 'Reading', leafUuid: 'u4' },
    { type: 'user', uuid: 'u1', parentUuid: null, message: { role: 'user', content: 'What is in a.txt?' } },
    {
      type: 'assistant',
      uuid: 'u2',
      parentUuid: 'u1',
      message: {
        id: 'm1',
        role: 'assistant',
        content: [{ type: 'tool_use', id: 'c1', name: 'read', input: { path: 'a.txt' } }],
      },
    },
    {
      type: 'user',
      uuid: 'u3',
      parentUuid: 'u2',
      message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'c1', content: 'hello' }] },
    },
    { type: 'file-history-snapshot', messageId: 'm1' },
    {
      type: 'assistant',
      uuid: 'u4',
      parentUuid: 'u3',
      message: { id: 'm2', role: 'assistant', content: [{ type: 'text', text: 'It says hello.' }] },
    },
  ),
  codex: lines(
    { type: 'session_meta', payload: { id: 's', base_instructions: { text: 'Be brief.' } } },
    { type: 'event_msg', payload: { type: 'user_message', message: 'What is in a.txt?' } },
    {
      type: 'response_item',
      payload: { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'What is in a.txt?' }] },
    },
    {
      type: 'response_item',
      payload: { type: 'function_call', call_id: 'c1', name: 'read', arguments: '{"path":"a.txt"}' },
    },
    { type: 'response_item', payload: { type: 'function_call_output', call_id: 'c1', output: 'hello' } },
    {
      type: 'response_item',
      payload: { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'It says hello.' }] },
    },
  ),
} as const

const talk: readonly Message[] = (JSON.parse(samples.longhand) as { messages: Message[] }).messages

describe('X a transcript is told by its content', () => {
  test.each(Object.entries(samples))('%s', (format, text) => {
    expect(readTranscript(text).format).toBe(format)
    const opening = format === 'claude-code' ? 1 : 0
    expect(readTranscript(text).messages).toEqual(talk.slice(opening))
  })

  test('a chat of words alone is read as OpenAI chat', () => {
    const text = '[{"role":"user","content":"hi"},{"role":"assistant","content":"hello"}]'
    expect(readTranscript(text).format).toBe('openai-chat')
  })

  test('one message per line is read like an array of them', () => {
    const text = '{"role":"user","content":"hi"}\n{"role":"assistant","content":"hello"}\n'
    expect(readTranscript(text)).toMatchObject({ format: 'openai-chat', sources: [[0], [1]] })
  })

  test('Anthropic messages without a system prompt are told by their blocks', () => {
    const call = { role: 'assistant', content: [{ type: 'tool_use', id: 'a', name: 'b', input: {} }] }
    expect(readTranscript(JSON.stringify([{ role: 'user', content: 'hi' }, call])).format).toBe('anthropic')
  })

  test('the entries of a branch are read as their messages', () => {
    const entry = { type: 'message', id: 'e1', depth: 1, number: 1, count: 2, message: talk[1] }
    const undo = { type: 'undo', id: 'e2', depth: 2, compaction: 'x' }
    expect(readTranscript(JSON.stringify({ entries: [entry, undo] }))).toMatchObject({
      format: 'longhand',
      messages: [talk[1]],
      sources: [[0]],
    })
  })

  test('a format that is given is read like the same one by its content', () => {
    expect(readTranscript(samples.anthropic, 'anthropic')).toEqual(readTranscript(samples.anthropic))
  })

  test('an empty list is a transcript without messages', () => {
    expect(readTranscript('[]').messages).toEqual([])
  })
})

describe('F6 bad input gets a clear error that says what to do', () => {
  test.each([
    ['', 'The transcript is empty. Give a file with messages in it.'],
    [' \n', 'The transcript is empty. Give a file with messages in it.'],
    ['42', 'The transcript is a single value. Give a list of messages.'],
    ['[1, 2]', 'Item 0 is not a JSON object. Give a list of messages.'],
    ['{"a": 1', /^The transcript is not JSON.*no line of it is a JSON object\. Give a JSON or JSONL file\.$/],
    ['hello\nworld', /^The transcript is not JSON.*Give a JSON or JSONL file\.$/],
    [
      '[{"role":"king","content":"x"}]',
      /^This is JSON, but not something that can be imported: an export from Longhand, ChatGPT or Claude\.ai,/,
    ],
    ['\u0000\u0001\u0002', /^The transcript is not JSON/],
  ])('%j', (text, sentence) => {
    expect(() => readTranscript(text)).toThrow(sentence)
    expect(() => readTranscript(text)).toThrow(expect.objectContaining({ code: 'bad-transcript' }))
  })

  test.each(['my secret words', '{"secret', '["secret"]'])('an error never quotes the text: %s', text => {
    const { message } = (() => {
      try {
        return readTranscript(text) as never
      } catch (error) {
        return error as Error
      }
    })()
    expect(message).not.toMatch(/secret/)
  })

  test('one bad line does not hide the rest', () => {
    const text = `${samples.codex}\n{"type":"response_item","payload":{"type":"mess`
    const { messages, skipped } = readTranscript(text)
    expect(messages).toHaveLength(5)
    expect(skipped).toEqual([{ index: 6, problem: 'is not JSON' }])
  })

  test('one bad item does not hide the rest', () => {
    const { messages, skipped } = readTranscript('[{"role":"user","content":"hi"},7,{"role":"king","content":""}]')
    expect(messages).toHaveLength(1)
    expect(skipped.map(({ index }) => index)).toEqual([1, 2])
  })

  test('nesting of 10,000 levels is refused in a value and skipped in a line', () => {
    const deep = `${'['.repeat(10_000)}${']'.repeat(10_000)}`
    expect(() => readTranscript(deep)).toThrow(/nested 10000 levels deep; at most 200 can be read/)
    const line = `{"role":"user","content":${deep}}`
    const { messages, skipped } = readTranscript(`{"role":"user","content":"hi"}\n${line}`)
    expect(messages).toHaveLength(1)
    expect(skipped[0]?.problem).toMatch(/10001 levels deep/)
  })

  test('deep arguments stay the text they are', () => {
    const deep = `{"a":${'['.repeat(10_000)}${']'.repeat(10_000)}}`
    const call = { id: 'c', type: 'function', function: { name: 'f', arguments: deep } }
    const { messages } = readTranscript(JSON.stringify([{ role: 'assistant', content: null, tool_calls: [call] }]))
    expect(messages[0]?.parts[0]).toMatchObject({ type: 'tool-call', input: deep })
  })

  test('10 MB in one message, NUL and half characters are read as they are', () => {
    const text = `${'x'.repeat(10_000_000)}\u0000\uD800`
    const { messages } = readTranscript(JSON.stringify([{ role: 'user', content: text }]))
    expect(messages[0]?.parts).toEqual([{ type: 'text', text }])
  })

  test('a byte order mark is no part of the text', () => {
    expect(readTranscript(`\uFEFF${samples.codex}`)).toEqual(readTranscript(samples.codex))
  })

  test.each([
    ['{"role":"user","content":42}', 42],
    ['{"role":"user","content":{"a":1}}', { a: 1 }],
    ['{"role":"user","content":["a"]}', 'a'],
  ])('V10 content of a shape we do not know is carried: %s', (message, value) => {
    expect(readTranscript(`[${message}]`).messages[0]?.parts).toMatchObject([{ type: 'opaque', value }])
  })
})
