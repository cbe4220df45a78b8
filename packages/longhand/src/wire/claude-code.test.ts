import { expect, test } from 'vitest'
import { textOf } from '../core/message.ts'
import { personText } from '../core/person-text.ts'
import { readTranscript } from './read-transcript.ts'

type Line = { readonly uuid: string; readonly parent: string | null; readonly id?: string; readonly content: unknown }

const said =
  (type: 'user' | 'assistant') =>
  ({ uuid, parent, id, content }: Line) =>
    JSON.stringify({ type, uuid, parentUuid: parent, message: { role: type, ...(id && { id }), content } })
const person = said('user')
const model = said('assistant')
const call = (id: string) => [{ type: 'tool_use', id, name: 'run', input: {} }]
const result = (id: string) => [{ type: 'tool_result', tool_use_id: id, content: `output of ${id}` }]

test('the pieces of one message become one message, its parallel results behind it', () => {
  const text = [
    person({ uuid: '1', parent: null, content: 'go' }),
    model({ uuid: '2', parent: '1', id: 'm', content: [{ type: 'thinking', thinking: 'hm', signature: 's' }] }),
    model({ uuid: '3', parent: '2', id: 'm', content: call('a') }),
    person({ uuid: '4', parent: '3', content: result('a') }),
    model({ uuid: '5', parent: '3', id: 'm', content: call('b') }),
    person({ uuid: '6', parent: '5', content: result('b') }),
    model({ uuid: '7', parent: '6', id: 'n', content: [{ type: 'text', text: 'done' }] }),
  ].join('\n')
  const { messages, sources } = readTranscript(text)
  expect(messages.map(({ role, parts }) => [role, ...parts.map(({ type }) => type)])).toEqual([
    ['user', 'text'],
    ['assistant', 'reasoning', 'tool-call', 'tool-call'],
    ['tool', 'tool-result'],
    ['tool', 'tool-result'],
    ['assistant', 'text'],
  ])
  expect(sources).toEqual([[0], [1, 2, 4], [3], [5], [6]])
  expect(messages[1]?.parts[0]).toEqual({ type: 'reasoning', text: 'hm', provider: { anthropic: { signature: 's' } } })
})

test('what was rewound and what helpers said is left out', () => {
  const text = [
    person({ uuid: '1', parent: null, content: 'first' }),
    model({ uuid: '2', parent: '1', id: 'm', content: 'one' }),
    person({ uuid: '3', parent: '2', content: 'rewound' }),
    model({ uuid: '4', parent: '3', id: 'n', content: 'rewound too' }),
    JSON.stringify({
      type: 'user',
      uuid: 's',
      parentUuid: null,
      isSidechain: true,
      message: { role: 'user', content: 'aside' },
    }),
    person({ uuid: '5', parent: '2', content: 'second' }),
    model({ uuid: '6', parent: '5', id: 'o', content: 'two' }),
  ].join('\n')
  expect(readTranscript(text).messages.map(textOf)).toEqual(['first', 'one', 'second', 'two'])
})

test('a log without parents, or with parents that are not here, is read in the order of its lines', () => {
  const text = [
    person({ uuid: '1', parent: null, content: 'first' }),
    model({ uuid: '2', parent: null, id: 'm', content: 'one' }),
    person({ uuid: '3', parent: 'gone', content: 'second' }),
    JSON.stringify({ type: 'assistant', message: { role: 'assistant', content: 'two' } }),
  ].join('\n')
  expect(readTranscript(text).messages.map(textOf)).toEqual(['first', 'one', 'second', 'two'])
})

test('parents that go round in circles are left by the line before', () => {
  const text = [
    person({ uuid: '1', parent: '2', content: 'first' }),
    model({ uuid: '2', parent: '2', id: 'm', content: 'one' }),
  ].join('\n')
  expect(readTranscript(text).messages.map(textOf)).toEqual(['first', 'one'])
})

test('an id that is used again after a person spoke is another message', () => {
  const text = [
    person({ uuid: '1', parent: null, content: 'first' }),
    model({ uuid: '2', parent: '1', id: 'm', content: 'one' }),
    person({ uuid: '3', parent: '2', content: 'second' }),
    model({ uuid: '4', parent: '3', id: 'm', content: 'two' }),
  ].join('\n')
  expect(readTranscript(text).messages.map(textOf)).toEqual(['first', 'one', 'second', 'two'])
})

test('Q1 what the log says no person wrote is a program’s, what they typed meanwhile is theirs', () => {
  const line = (more: object, content: unknown) =>
    JSON.stringify({ type: 'user', message: { role: 'user', content }, ...more })
  const queued = (attachment: object) => JSON.stringify({ type: 'attachment', attachment })
  const text = [
    line({ isMeta: true }, 'Never do this.'),
    line({ isCompactSummary: true }, 'The user must have tabs.'),
    line({ origin: { kind: 'task-notification' } }, [{ type: 'text', text: 'Always rebase.' }]),
    line({ origin: { kind: 'human' }, userType: 'external' }, 'Use tabs.'),
    line({ toolUseResult: {} }, [{ type: 'text', text: 'Only a hook says so.' }]),
    queued({ type: 'queued_command', prompt: 'Never push.', commandMode: 'prompt' }),
    queued({ type: 'queued_command', prompt: 'Agent done.', commandMode: 'task-notification' }),
    queued({ type: 'task_reminder', content: [] }),
  ].join('\n')
  const { messages } = readTranscript(text)
  expect(messages.map(personText)).toEqual(['', '', '', 'Use tabs.', '', 'Never push.', ''])
})
