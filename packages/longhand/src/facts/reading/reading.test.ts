import { expect, test } from 'vitest'
import type { Json } from '../../core/json.ts'
import type { Message } from '../../core/message.ts'
import { toolKind } from '../../core/tool-kind.ts'
import { codeBlocks } from './code-block.ts'
import { commandHeads, isReadOnlyScript } from './commands.ts'
import { isDecision, isError, isProgramError } from './cues.ts'
import { filesOf, fileUses } from './files.ts'
import { jsonText } from './json-text.ts'
import { linesOf } from './lines.ts'
import { numbersIn } from './numbers.ts'
import { linesHold } from './sentence-search.ts'
import { callKind, callText } from './tool-call.ts'

test('Q1 decisions and errors are told by their words, in several languages', () => {
  expect(isDecision('We decided to use Postgres because of RLS.')).toBe(true)
  expect(isDecision('Wir haben uns entschieden, Redis zu nehmen.')).toBe(true)
  expect(isDecision('我们决定使用 Redis')).toBe(true)
  expect(isDecision('The file has ten lines.')).toBe(false)
  // A heading only says what the next lines are about.
  for (const heading of ['### Decision factors', '2. **Choose a platform:**', '**Use tabs instead of spaces**'])
    expect(isDecision(heading)).toBe(false)
  expect(isDecision('**Decision:** one table')).toBe(true)
  expect(isError('TypeError: x is not a function')).toBe(true)
  expect(isError('npm ERR! ENOENT: no such file')).toBe(true)
  expect(isError('FAIL src/a.test.ts')).toBe(true)
  expect(isError('ok  	pkg/a	0.3s')).toBe(false)
})

test.each([
  ['npm test && git commit -m "x"', ['npm test', 'git commit']],
  ['cd /a && npm run lint -- --fix', ['npm run lint']],
  ['FOO=1 sudo docker compose up', ['docker compose']],
  ['ls -la; cat a | grep b', []],
])('Q1 %j ran %j', (script, heads) => {
  expect(commandHeads(script)).toEqual(heads)
})

test.each([
  ["sed -n '1,40p' src/a.ts", true],
  ['cd src && cat a.ts | head; rg "a|b && npm test" .', true],
  ['FOO=1 git diff main...HEAD', true],
  ['git push', false],
  ['npm test 2>&1 | tail', false],
  ['cat build.log', false],
  ['', false],
])('Q1 whether %j only looks: %j', (script, looks) => {
  expect(isReadOnlyScript(script)).toBe(looks)
})

test('Q1 a call that runs what only looks reads', () => {
  const work = (name: string, input: Json) => callKind({ type: 'tool-call', callId: '1', name, input })
  expect(work('Bash', { command: 'cat a.ts', description: 'Read a file' })).toBe('read')
  expect(work('shell', { command: ['bash', '-lc', 'cat a.ts'] })).toBe('read')
  expect(work('shell', { command: ['bash', '-lc', 'npm test'] })).toBe('run')
  expect(work('Bash', { description: 'cat a.ts' })).toBe('run')
})

test('Q1 a program that complains about itself and a test that passed are told from other lines', () => {
  expect(isProgramError('cat: notes.md: No such file or directory')).toBe(true)
  expect(isProgramError('throw new Error("cat: no such file")')).toBe(false)
  expect(isError('(pass) parser > fails when nothing is found')).toBe(false)
  expect(isError('(fail) parser > fails when nothing is found')).toBe(true)
})

test('Q1 a text inside JSON is read line by line, and without the colours of a terminal', () => {
  const inner = Array.from({ length: 2_000 }, (_, at) => `Line ${at} of many`)
  expect(linesOf(JSON.stringify(inner.join('\n')))).toHaveLength(2_000)
  expect(linesOf(JSON.stringify({ text: JSON.stringify(inner.join('\n')) }))).toHaveLength(2_000)
  expect(linesOf('\u001b[32mESM\u001b[39m \u001b[1mdist/a.js\u001b[22m')).toEqual(['ESM dist/a.js'])
  const link = '\u001b]8;;https://example.com\u0007the page\u001b]8;;\u0007 is up\u001b(B'
  expect(linesOf(link)).toEqual(['the page is up'])
})

test('Q1 records of a long line of JSON are lines of their own, each whole', () => {
  const flights = Array.from({ length: 9 }, (_, at) => ({
    flight: `HAT0${at}`,
    prices: { economy: 100 + at, business: 900 },
  }))
  const lines = linesOf(JSON.stringify({ origin: 'SEA', flights }))
  expect(lines).toHaveLength(9)
  for (const [at, line] of lines.entries()) expect(line).toMatch(new RegExp(`"HAT0${at}".*:10${at},`))
})

test('Q1 what only closes an element is not worth a line, nor are the tags around a failure', () => {
  expect(linesOf('<section>\n<p>Open from nine to five</p>\n</section>\n</system-reminder>')).toEqual([
    '<section>',
    '<p>Open from nine to five</p>',
  ])
  expect(linesOf('<tool_use_error>String to replace not found in file.</tool_use_error>')).toEqual([
    'String to replace not found in file.',
  ])
})

test('Q1 numbers with units are one number however they are spaced', () => {
  expect(numbersIn('80% of 5 MB/s, 5MB/s and $12.50; 42 is a number, v1.2 is not')).toEqual(['80%', '5MB/s', '$12.50'])
  expect(numbersIn('80%, 5MB/s, $12.50')).toEqual(['80%', '5MB/s', '$12.50'])
})

test('Q1 the telling line of a code block is the one with most names', () => {
  expect(codeBlocks('```ts\n// first\nconst fooBar = makeBaz(quxQuux)\n}\n```')).toEqual([
    'const fooBar = makeBaz(quxQuux)',
  ])
  expect(codeBlocks('```\none\n```')).toEqual([])
})

test.each([
  ['Read', 'read'],
  ['str_replace_editor', 'write'],
  ['notebookedit', 'write'],
  ['mcp__files__search_files', 'search'],
  ['exec_command', 'run'],
  ['book_reservation', 'other'],
] as const)('Q1 the tool %s is for %s', (name, work) => {
  expect(toolKind(name)).toBe(work)
})

test('C10 files are those that calls touched and that went well: read, created, changed', () => {
  const call = (callId: string, name: string, input: object): Message => ({
    role: 'assistant',
    parts: [{ type: 'tool-call', callId, name, input: input as never }],
  })
  const answer = (callId: string, outcome: 'ok' | 'error'): Message => ({
    role: 'tool',
    parts: [{ type: 'tool-result', callId, name: 'x', outcome, output: '' }],
  })
  const messages = [
    call('1', 'Read', { file_path: 'a.ts' }),
    answer('1', 'ok'),
    call('2', 'Edit', { file_path: 'a.ts', old_string: 'x', new_string: 'y' }),
    answer('2', 'ok'),
    call('3', 'Write', { file_path: 'b.ts', content: 'z' }),
    answer('3', 'ok'),
    call('4', 'Edit', { file_path: 'c.ts', old_string: 'x', new_string: 'y' }),
    answer('4', 'error'),
    call('5', 'apply_patch', { input: '*** Begin Patch\n*** Add File: d.ts\n+x\n*** Update File: b.ts\n' }),
    answer('5', 'ok'),
    call('6', 'Read', { file_path: 'e.ts' }),
    answer('6', 'ok'),
  ].map((message, at) => ({ number: at + 1, message }))
  expect(filesOf(fileUses(messages)).map(({ path, use }) => `${use} ${path}`)).toEqual([
    'read e.ts',
    'created b.ts',
    'created d.ts',
    'changed a.ts',
  ])
})

test('Q1 a sentence is held by a line with most of its words, not by many lines together', () => {
  const held = linesHold(['the cache must never grow beyond ten entries', 'alpha beta', 'gamma delta'], ['x'])
  expect(
    linesHold(
      ['the cache must never grow beyond ten entries'],
      ['cache never grow entries'],
    )('cache never grow entries'),
  ).toBe(true)
  expect(linesHold(['alpha beta', 'gamma delta'], ['alpha beta gamma delta'])('alpha beta gamma delta')).toBe(false)
  expect(held('')).toBe(true)
})

test('F6 json of any depth is read without falling over', () => {
  let deep: unknown = 'bottom'
  for (let at = 0; at < 10_000; at++) deep = [deep]
  expect(jsonText(deep as never)).toBe('')
  expect(jsonText({ a: 'one', b: [{ c: 'two', d: 3 }, { c: 'four' }] })).toBe('one two 3\nfour')
})

test('Q1 a list of short things in a call is read on one line, a list of long ones line by line', () => {
  const call = (input: object) =>
    callText({ type: 'tool-call', callId: '1', name: 'TodoWrite', input: input as never }).long.map(({ text }) => text)
  const todos = Array.from({ length: 8 }, (_, at) => ({
    content: `Write chapter ${at} of the book`,
    status: 'pending',
  }))
  expect(call({ todos })).toEqual([todos.map(({ content }) => `${content} pending`).join('; ')])
  const long = 'A chapter about everything. '.repeat(10)
  expect(call({ todos: [{ content: long }, { content: long }] })[0]!.split('\n')).toHaveLength(2)
})
