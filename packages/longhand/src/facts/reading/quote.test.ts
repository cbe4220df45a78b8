import { expect, test } from 'vitest'
import { assistant, type Message, user } from '../../core/message.ts'
import { quotesOf } from './quote.ts'

const numbered = (...messages: readonly Message[]) => messages.map((message, at) => ({ number: at + 1, message }))
const read = (...messages: readonly Message[]) =>
  quotesOf(numbered(...messages)).map(quotes =>
    quotes.map(({ text, kind, origin }) => `¶${origin.number} ${origin.speaker} ${kind}: ${text}`),
  )

const call = (name: string, input: object, callId = 'c1'): Message => ({
  role: 'assistant',
  parts: [{ type: 'tool-call', callId, name, input: input as never }],
})
const result = (output: string, outcome: 'ok' | 'error' = 'ok', callId = 'c1'): Message => ({
  role: 'tool',
  parts: [{ type: 'tool-result', callId, name: 'x', outcome, output }],
})

test('Q1 words are quoted line by line, with who said them', () => {
  expect(read(user('First line.\n\n  - second line\n…'), assistant('An answer.'))).toEqual([
    ['¶1 person said: First line.', '¶1 person said: - second line'],
    ['¶2 assistant said: An answer.'],
  ])
})

test('Q1 a call is one line; its long arguments and its answer stand under it, at the ¶ of the answer', () => {
  const [asked, answered] = read(
    call('Edit', {
      file_path: '/src/a.ts',
      old_string: 'let before = 1\nlet after = 2',
      new_string: 'const now = 3\nconst then = 4',
    }),
    result('   12→const now = 3\n   13→const then = 4'),
  )
  expect(asked).toEqual([
    '¶2 tool call: Edit /src/a.ts',
    '¶2 tool replaced: let before = 1',
    '¶2 tool replaced: let after = 2',
    '¶2 tool written: const now = 3',
    '¶2 tool written: const then = 4',
  ])
  expect(answered).toEqual(['¶2 tool output: const now = 3', '¶2 tool output: const then = 4'])
})

test('Q1 what a patch takes away is told from what it leaves', () => {
  const patch = '*** Begin Patch\n*** Update File: src/a.ts\n@@\n-const gone = 1\n+const here = 2\n*** End Patch'
  const [quotes] = read(call('apply_patch', { input: patch }))
  expect(quotes).toContain('¶1 tool replaced: const gone = 1')
  expect(quotes).toContain('¶1 tool written: const here = 2')
})

test('Q1 code between fences is code, and diffs between fences are patches', () => {
  expect(
    read(assistant('Look:\n```ts\nconst code = 1\n```\nand\n```diff\n-old line\n+new line\n```\ndone then'))[0],
  ).toEqual([
    '¶1 assistant said: Look:',
    '¶1 assistant code: const code = 1',
    '¶1 assistant replaced: old line',
    '¶1 assistant written: new line',
    '¶1 assistant said: done then',
  ])
})

test('V10 a file is named, its bytes are not read', () => {
  const part = {
    type: 'file',
    mediaType: 'image/png',
    name: 'plan.png',
    source: { type: 'base64', data: 'AAAA' },
  } as const
  expect(read({ role: 'user', parts: [part] })[0]).toEqual(['¶1 person said: [file plan.png, image/png]'])
})

test('Q4 no quote holds a secret', () => {
  const secret = `ghp_${'a1B2'.repeat(9)}`
  const quotes = read(
    user(`use ${secret} please`),
    call('run', { command: `export TOKEN=${secret}` }),
    result(`token is ${secret}`),
  )
  expect(JSON.stringify(quotes)).not.toContain(secret)
  expect(quotes[0]).toEqual(['¶1 person said: use [redacted] please'])
})

test('Q1 long lines are cut between words, and huge outputs are read at both ends', () => {
  const long = Array.from({ length: 200 }, (_, at) => `word${at}`).join(' ')
  const [quotes] = read(user(long))
  expect(quotes!.length).toBeGreaterThan(2)
  expect(quotes!.every(quote => quote.length < 540)).toBe(true)
  const huge = Array.from({ length: 40_000 }, (_, at) => `line number ${at}`).join('\n')
  const [, answer] = read(call('run', {}), result(huge))
  expect(answer).toContain('¶2 tool output: line number 0')
  expect(answer).toContain('¶2 tool output: line number 39999')
  expect(answer!.length).toBeLessThan(10_000)
})
