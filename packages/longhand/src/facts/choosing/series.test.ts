import { expect, test } from 'vitest'
import { assistant, type Message, user } from '../../core/message.ts'
import { facts } from '../facts.ts'
import { survey } from './survey.ts'

const call: Message = {
  role: 'assistant',
  parts: [{ type: 'tool-call', callId: 'c', name: 'Bash', input: { command: 'npm test' } }],
}
const printed = (...lines: readonly string[]): Message => ({
  role: 'tool',
  parts: [{ type: 'tool-result', callId: 'c', name: 'Bash', outcome: 'ok', output: lines.join('\n') }],
})
const numbered = (messages: readonly Message[]) => messages.map((message, at) => ({ number: at + 1, message }))
const read = (...messages: readonly Message[]): readonly string[] =>
  survey(numbered(messages)).passages.map(({ quote }) => quote.text)
const passing = Array.from({ length: 9 }, (_, at) => `✓ page-${at}.test.ts (${at} tests)`)

test('Q2 of lines that differ in their numbers alone, the first and the last are read', () => {
  expect(read(call, printed(...passing, 'Tests: 9 passed'))).toEqual([
    'Bash npm test',
    passing[0],
    passing[8],
    'Tests: 9 passed',
  ])
  expect(read(user(passing.join('\n')))).toHaveLength(9)
  expect(read(call, printed(...passing.slice(0, 4)))).toHaveLength(5)
})

test('Q2 one that someone spoke of is read, and so is each failure', () => {
  expect(read(call, printed(...passing), assistant('Now page-4.test.ts.'))).toContain(passing[4])
  const failing = passing.map(line => line.replace('✓', 'FAIL'))
  expect(read(call, printed(...failing))).toHaveLength(10)
})

test('Q1 names that only such lines have are no facts, however often they were printed', () => {
  const twice = numbered([call, printed(...passing), call, printed('Again:', ...passing)])
  expect(
    facts(twice)
      .filter(({ kind }) => kind === 'file')
      .map(({ text }) => text),
  ).toEqual(['page-0.test.ts', 'page-8.test.ts'])
})
