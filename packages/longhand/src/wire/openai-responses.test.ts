import { expect, test } from 'vitest'
import { readTranscript } from './read-transcript.ts'

const item = {
  reasoning: {
    type: 'reasoning',
    id: 'rs_1',
    summary: [{ type: 'summary_text', text: 'thinking' }],
    encrypted_content: 'sealed',
  },
  call: (id: string) => ({ type: 'function_call', id: `fc_${id}`, call_id: id, name: 'run', arguments: '{"n": 1}' }),
  output: (id: string) => ({ type: 'function_call_output', call_id: id, output: 'ok' }),
  search: { type: 'web_search_call', id: 'ws_1', status: 'completed' },
}

test('V6 what the assistant thought and called together is one message', () => {
  const items = [item.reasoning, item.call('a'), item.call('b'), item.output('a'), item.output('b'), item.call('c')]
  const { messages, sources } = readTranscript(JSON.stringify(items))
  expect(sources).toEqual([[0, 1, 2], [3], [4], [5]])
  expect(messages[0]?.parts).toEqual([
    {
      type: 'reasoning',
      text: 'thinking',
      provider: { openai: { itemId: 'rs_1', reasoningEncryptedContent: 'sealed' } },
    },
    { type: 'tool-call', callId: 'a', name: 'run', input: { n: 1 }, provider: { openai: { itemId: 'fc_a' } } },
    { type: 'tool-call', callId: 'b', name: 'run', input: { n: 1 }, provider: { openai: { itemId: 'fc_b' } } },
  ])
})

test('V10 an item we do not know is carried untouched', () => {
  const { messages } = readTranscript(JSON.stringify([item.search]))
  expect(messages).toEqual([
    { role: 'assistant', parts: [{ type: 'opaque', kind: 'openai-responses:web_search_call', value: item.search }] },
  ])
})

test('a shell call and a custom call are calls with their own kind of input', () => {
  const shell = { type: 'local_shell_call', call_id: 's', action: { type: 'exec', command: ['ls'] } }
  const custom = { type: 'custom_tool_call', call_id: 'p', name: 'apply_patch', input: '*** Begin Patch' }
  const { messages } = readTranscript(JSON.stringify([shell, custom]))
  expect(messages[0]?.parts).toMatchObject([
    { callId: 's', name: 'local_shell', input: { command: ['ls'] } },
    { callId: 'p', name: 'apply_patch', input: '*** Begin Patch' },
  ])
})

test('V6 a call of the API’s own tools has its type for a name, and its output belongs to it', () => {
  const calls = [
    { type: 'shell_call', id: 'sh_1', call_id: 's', status: 'completed', action: { commands: ['ls'] } },
    {
      type: 'apply_patch_call',
      id: 'ap_1',
      call_id: 'p',
      status: 'completed',
      operation: { path: 'a.ts', diff: '+1' },
    },
    { type: 'computer_call', id: 'cu_1', call_id: 'c', actions: [{ type: 'screenshot' }], pending_safety_checks: [] },
  ]
  const outputs = calls.map(({ type, call_id }) => ({ type: `${type}_output`, call_id, output: 'done' }))
  const { messages } = readTranscript(JSON.stringify([...calls, ...outputs]))
  expect(messages[0]?.parts).toMatchObject([
    { type: 'tool-call', callId: 's', name: 'shell', input: { commands: ['ls'] } },
    { type: 'tool-call', callId: 'p', name: 'apply_patch', input: { operation: { path: 'a.ts', diff: '+1' } } },
    { type: 'tool-call', callId: 'c', name: 'computer', input: { actions: [{ type: 'screenshot' }] } },
  ])
  expect(messages.slice(1).map(({ parts }) => parts[0])).toMatchObject([
    { type: 'tool-result', callId: 's', name: 'shell' },
    { type: 'tool-result', callId: 'p', name: 'apply_patch' },
    { type: 'tool-result', callId: 'c', name: 'computer' },
  ])
})

test('an image inside a data URL becomes a file', () => {
  const content = [{ type: 'input_image', image_url: 'data:image/png;base64,AAAA' }]
  const { messages } = readTranscript(JSON.stringify([{ role: 'user', content }]))
  expect(messages[0]?.parts).toMatchObject([{ mediaType: 'image/png', source: { type: 'base64', data: 'AAAA' } }])
})
