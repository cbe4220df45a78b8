import { expect, test } from 'vitest'
import type { RecordedMessage } from '../corpus.ts'
import { historyOf } from './cut.ts'
import { questionsAt } from './questions.ts'
import { reader } from './reader.ts'

const output = (
  name: string,
  args: Record<string, string | string[]>,
  content: string,
  meta = {},
): RecordedMessage[] => [
  { role: 'assistant', content: '', toolCalls: [{ id: '1', name, args }] },
  { role: 'tool', toolCallId: '1', content, meta },
]

const errorsAsked = (messages: readonly RecordedMessage[]): number =>
  questionsAt({ recording: 'r', share: 1, history: historyOf(messages), future: [] }, reader(new Set())).sentences.error
    .length

const line = 'throw new TypeError("cannot read the session of nobody")'

test.each([
  ['Read', { file_path: 'src/a.ts' }],
  ['Bash', { command: "sed -n '1,40p' src/a.ts" }],
  ['Bash', { command: 'cd src && cat a.ts | head -20; rg "a|b; npm test" .' }],
  ['exec_command', { cmd: 'git diff main...HEAD' }],
  ['shell', { command: ['bash', '-lc', 'nl -ba src/a.ts'] }],
])('Q3 what %s %j shows of a file is not asked for as an error', (name, args) => {
  expect(errorsAsked(output(name, args, line))).toBe(0)
})

test.each([
  ['Bash', { command: 'npm test' }],
  ['Bash', { command: 'npm test 2>&1 | tail -20' }],
  ['Bash', { command: 'cat build.log' }],
  ['Bash', { command: 'git push' }],
  ['shell', { command: ['bash', '-lc', 'cat a.ts && npm run build'] }],
])('Q3 what %s %j prints is', (name, args) => {
  expect(errorsAsked(output(name, args, line))).toBe(1)
})

test('Q3 a tool that looked and failed, and a program that complains about itself, are asked for', () => {
  expect(errorsAsked(output('Read', { file_path: 'a' }, line, { isError: true }))).toBe(1)
  expect(errorsAsked(output('Bash', { command: 'cat a.md' }, 'cat: a.md: No such file or directory'))).toBe(1)
})

test('Q3 a line that a viewer numbered comes from a file, even when the tool that printed it had written it', () => {
  expect(errorsAsked(output('Write', { file_path: 'a.ts' }, `12→  ${line}\n 13\t${line}`))).toBe(0)
})

test('Q3 a test that passed is no error, whatever it is called', () => {
  const printed =
    '(pass) parser > fails when nothing is found\n✓ throws an error for an empty list\n✗ throws an error for a full list'
  expect(errorsAsked(output('Bash', { command: 'bun test' }, printed))).toBe(1)
})
