import { expect, test } from 'vitest'
import type { Json } from '../../core/json.ts'
import { assistant, user } from '../../core/message.ts'
import { linesOfArchived } from './archived-conversation.ts'
import { countedArchive } from './counted-archive.ts'
import { readArchive } from './read-archive.ts'

const id = '6f1c2d3e-4a5b-4c6d-8e7f-0a1b2c3d4e5f'
type Said = Readonly<Record<string, Json>>
const node = (parent: string | null, role: string, content: Json, more: Said = {}) => ({
  ...{ parent, children: [] },
  message: {
    author: { role, name: role === 'tool' ? 'python' : null },
    create_time: 1_700_000_000.5,
    content,
    ...more,
  },
})
const text = (...parts: Json[]) => ({ content_type: 'text', parts })
const chatgpt = (mapping: Json, more: Said = {}): Json => ({
  ...{ title: 'A cake', create_time: 1_700_000_000, update_time: 1_700_000_100, conversation_id: id, mapping, ...more },
})
const lines = (value: Json) => readArchive(value)!.conversations.map(linesOfArchived)
const words = (value: Json) =>
  lines(value)[0]!.map(line => [
    line.parent,
    line.forked,
    line.messages.map(({ message }) => message.parts.map(part => ('text' in part ? part.text : part.type)).join('|')),
  ])

test('D6, W22 a ChatGPT export is read as the tree that it is: where it was left is the head, other branches are kept', () => {
  const mapping = {
    root: { parent: null, message: null, children: ['s'] },
    s: node('root', 'system', text(''), { metadata: { is_visually_hidden_from_conversation: true } }),
    q: node('s', 'user', text('Bake a cake.')),
    a1: node('q', 'assistant', text('Which one?'), { metadata: { model_slug: 'gpt-4o' } }),
    a2: node('q', 'assistant', text('A lemon cake.'), { metadata: { model_slug: 'o3' } }),
    q2: node('a2', 'user', text('With icing.')),
    q3: node('a1', 'user', text('Any.')),
  }
  expect(words(chatgpt(mapping, { current_node: 'q2' }))).toEqual([
    [null, 0, ['Bake a cake.', 'A lemon cake.', 'With icing.']],
    [1, 1, ['Which one?', 'Any.']],
  ])
  const [conversation] = readArchive([chatgpt(mapping, { current_node: 'q2' })])!.conversations
  expect(conversation).toMatchObject({ id, title: 'A cake', startedAt: 1_700_000_000_000, endedAt: 1_700_000_100_000 })
  expect(linesOfArchived(conversation!)[0]!.messages.map(({ at, model }) => [at, model])).toEqual([
    [1_700_000_000_500, null],
    [1_700_000_000_500, 'o3'],
    [1_700_000_000_500, null],
  ])
})

test('W22 a first message that was edited leaves another beginning, and circles and strangers do no harm', () => {
  const mapping = {
    root: { parent: null, message: null },
    a: node('root', 'user', text('One')),
    b: node('root', 'user', text('Two')),
    c: node('c', 'user', text('Circle')),
    d: node('nowhere', 'user', text('Stray')),
    e: 'nothing',
  }
  expect(words(chatgpt(mapping, { current_node: 'b' }))).toEqual([
    [null, 0, ['Two']],
    [null, 0, ['Stray']],
    [null, 0, ['One']],
  ])
})

test('W22 calls of tools have their results, thoughts are reasoning, code is fenced, pictures are carried along', () => {
  const mapping = {
    u: node(null, 'user', {
      content_type: 'multimodal_text',
      parts: [{ content_type: 'image_asset_pointer', asset_pointer: 'file-1' }, 'Sum it.'],
    }),
    t: node('u', 'assistant', { content_type: 'thoughts', thoughts: [{ summary: 'Sum', content: 'Add them.' }] }),
    c: node(
      't',
      'assistant',
      { content_type: 'code', language: 'python', text: 'print(1+1)' },
      { recipient: 'python' },
    ),
    r: node('c', 'tool', { content_type: 'execution_output', text: '2' }),
    x: node('r', 'assistant', { content_type: 'code', language: 'python', text: 'x = 2' }),
    z: node('x', 'assistant', { content_type: 'reasoning_recap', content: 'Thought for 2 s' }),
  }
  const [line] = lines(chatgpt(mapping, { current_node: 'z' }))[0]!
  expect(line!.messages.map(({ message }) => message)).toEqual([
    {
      role: 'user',
      parts: [
        {
          type: 'opaque',
          kind: 'chatgpt:image_asset_pointer',
          value: { content_type: 'image_asset_pointer', asset_pointer: 'file-1' },
        },
        { type: 'text', text: 'Sum it.' },
      ],
    },
    { role: 'assistant', parts: [{ type: 'reasoning', text: 'Add them.' }] },
    { role: 'assistant', parts: [{ type: 'tool-call', callId: 'c', name: 'python', input: 'print(1+1)' }] },
    { role: 'tool', parts: [{ type: 'tool-result', callId: 'c', name: 'python', outcome: 'ok', output: '2' }] },
    assistant('```python\nx = 2\n```'),
  ])
})

const claude = (messages: Json, more: Said = {}): Json => ({
  ...{ uuid: id, name: 'The till', created_at: '2025-03-01T09:00:00Z', updated_at: '2025-03-01T10:00:00Z' },
  ...{ chat_messages: messages, ...more },
})

test('D6, W22 a Claude.ai export keeps calls with their results, attached texts, and branches by their parents', () => {
  const first = '00000000-0000-4000-8000-000000000000'
  const said = [
    {
      ...{ uuid: 'u', sender: 'human', text: 'Fix it', parent_message_uuid: first, created_at: '2025-03-01T09:00:00Z' },
      content: [{ type: 'text', text: 'Fix it' }],
      attachments: [{ file_name: 'till.txt', extracted_content: 'Never open.' }],
      files: [{ file_name: 'till.png' }],
    },
    {
      ...{ uuid: 'a', sender: 'assistant', parent_message_uuid: 'u' },
      content: [
        { type: 'thinking', thinking: 'Look.' },
        { type: 'tool_use', name: 'search', input: { q: 'till' } },
        { type: 'tool_result', name: 'search', content: [{ type: 'text', text: 'found' }] },
        { type: 'text', text: 'Done.' },
      ],
    },
    { uuid: 'b', sender: 'assistant', parent_message_uuid: 'u', text: 'Old words', content: [] },
  ]
  const [conversation] = readArchive([claude(said, { current_leaf_message_uuid: 'a' })])!.conversations
  const [shown, other] = linesOfArchived(conversation!)
  expect(shown!.messages.map(({ message }) => message)).toEqual([
    {
      role: 'user',
      parts: [
        { type: 'text', text: 'till.txt:\n\nNever open.', author: 'program' },
        { type: 'opaque', kind: 'claude-ai:file', value: { file_name: 'till.png' } },
        { type: 'text', text: 'Fix it' },
      ],
    },
    {
      role: 'assistant',
      parts: [
        { type: 'reasoning', text: 'Look.' },
        { type: 'tool-call', callId: 'a-1', name: 'search', input: { q: 'till' } },
      ],
    },
    { role: 'tool', parts: [{ type: 'tool-result', callId: 'a-1', name: 'search', outcome: 'ok', output: 'found' }] },
    assistant('Done.'),
  ])
  expect(other).toMatchObject({ parent: 1, forked: 1, tip: 2, messages: [{ message: assistant('Old words') }] })
})

test('W22 without parents the messages follow each other', () => {
  const said = [
    { uuid: 'u', sender: 'human', text: 'One' },
    { uuid: 'a', sender: 'assistant', text: 'Two' },
  ]
  expect(lines([claude(said)])[0]!.map(({ messages }) => messages.map(({ message }) => message))).toEqual([
    [user('One'), assistant('Two')],
  ])
})

test('W22 conversations in which nobody said anything are left out, and what is none is counted', () => {
  const found = countedArchive(
    readArchive([claude([]), claude([{ sender: 'human', text: 'Hi' }]), { colour: 'red' }, 7])!,
    () => 1,
  )
  expect(found).toMatchObject({
    format: 'claude-ai',
    unread: 2,
    conversations: [{ title: 'The till', firstUserText: 'Hi' }],
  })
  expect(readArchive([{ role: 'user', content: 'Hi' }])).toBeNull()
  expect(readArchive([])).toBeNull()
})
