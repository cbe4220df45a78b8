import { expect, test } from 'vitest'
import { cueOf } from './quote-cue.ts'
import { lineOf, namesOf } from './read-line.ts'
import { argumentLines, printedLines, returnedLines, typedLines, writtenLines } from './text-lines.ts'
import { sharedWordNumbers } from './word-numbers.ts'

const long = `Read src/server/app.ts first.\n${'Then run the tests of createApp again, please.\n'.repeat(40)}`

/** The same letters in another string, as a store or a thread hands them in. */
const copyOf = (text: string): string => JSON.parse(JSON.stringify(text)) as string

test.each([
  ['what a person typed', typedLines],
  ['what an assistant wrote', writtenLines],
  ['what a program wrote', printedLines],
  ['what a tool returned', returnedLines],
  ['an argument of a call', (text: string) => argumentLines({ key: 'content', text })],
  ['the names on a line', namesOf],
  ['the words of a line', (line: string) => lineOf(line).words(sharedWordNumbers())],
])('N11 %s is read once, however many compactions it is part of', (_, read) => {
  const before = read(copyOf(long))
  expect(before.length).toBeGreaterThan(0)
  expect(read(copyOf(long))).toBe(before)
})

test('a line is judged by who says it, not by who said it before', () => {
  const line = lineOf('You must never use the error log because it failed.')
  const person = { number: 1, speaker: 'person', call: null } as const
  expect(cueOf({ text: line.text, line, kind: 'said', origin: person })).toBe('constraint')
  expect(cueOf({ text: line.text, line, kind: 'said', origin: { ...person, speaker: 'assistant' } })).toBe('decision')
  expect(cueOf({ text: line.text, line, kind: 'output', origin: { ...person, speaker: 'tool' } })).toBe('error')
  expect(cueOf({ text: line.text, line, kind: 'said', origin: person })).toBe('constraint')
  expect(line.isInjection).toBe(false)
})
