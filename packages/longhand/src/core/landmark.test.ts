import { expect, test } from 'vitest'
import { landmark } from './landmark.ts'
import { assistant, type Message, user } from './message.ts'

const call = (name: string, input: Record<string, string>): Message => ({
  role: 'assistant',
  parts: [{ type: 'tool-call', callId: name, name, input }],
})
const result = (name: string, outcome: 'ok' | 'error'): Message => ({
  role: 'tool',
  parts: [{ type: 'tool-result', callId: name, name, outcome, output: '…' }],
})

test.each([
  ['write_file', { path: 'src/a.ts' }, 'Wrote src/a.ts'],
  ['Edit', { file_path: 'b.ts' }, 'Wrote b.ts'],
  ['apply_patch', { patch: '…' }, 'Wrote apply_patch'],
  ['str_replace_editor', { path: 'c.py' }, 'Wrote c.py'],
  ['right-hand_write_file', { path: 'd.md' }, 'Wrote d.md'],
  ['append_to_file', { path: 'e.log' }, 'Wrote e.log'],
  ['editNotebook', { path: 'f.ipynb' }, 'Wrote f.ipynb'],
])('K2 a file written by %s is a code landmark', (name, input, label) => {
  expect(landmark([call(name, input), result(name, 'ok')], [])).toEqual({ tag: 'code', label })
})

test('K2 a write that failed, or only a read, is none', () => {
  expect(landmark([call('write_file', { path: 'a' }), result('write_file', 'error')], [])).toBeNull()
  expect(landmark([call('read_file', { path: 'a' }), result('read_file', 'ok')], [])).toBeNull()
})

test('K2 a code block is a code landmark, a one-line snippet is not', () => {
  expect(landmark([assistant('Here:\n```ts\nexport const a = 1\nconst b = 2\n\n```')], [])).toMatchObject({
    tag: 'code',
    label: 'Code: export const a = 1',
  })
  expect(landmark([assistant('```\nls\n```')], [])).toBeNull()
})

test('K2 a decision is a landmark', () => {
  expect(landmark([user('OK.'), assistant("Fine. Let's go with Postgres because of RLS. Next?")], [])).toEqual({
    tag: 'decision',
    label: "Let's go with Postgres because of RLS.",
  })
})

test('K2 a quotation is no decision: it was made before', () => {
  expect(
    landmark([user('What did we say?'), assistant("> Let's go with Postgres.\n  > We decided on RLS.")], []),
  ).toBeNull()
})

test('K2 an error that no longer happens is a fix', () => {
  const earlier = [call('run', { command: 'npm test' }), result('run', 'error')]
  expect(
    landmark(
      [call('run', { command: 'npm test' }), result('run', 'ok'), assistant('Fixed the missing import. All green.')],
      earlier,
    ),
  ).toEqual({
    tag: 'fix',
    label: 'Fixed the missing import.',
  })
})

test('K2 talk without any of these is none', () => {
  expect(landmark([user('hello'), assistant('Hello. What are we building?')], [])).toBeNull()
})

test('K2 a moment that nobody wants marked is passed over for another of the same turn', () => {
  const turn = [call('write_file', { path: 'a.ts' }), result('write_file', 'ok'), assistant("Let's go with Postgres.")]
  expect(landmark(turn, [])?.tag).toBe('code')
  expect(landmark(turn, [], ['decision', 'fix'])?.tag).toBe('decision')
  expect(landmark(turn, [], ['fix'])).toBeNull()
  expect(landmark(turn, [], [])).toBeNull()
})
