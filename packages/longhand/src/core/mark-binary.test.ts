import { expect, test } from 'vitest'
import { markBinary } from './mark-binary.ts'

const marked = (text: string): string => markBinary(text, length => `[${length}]`)
const bytes = 'aB3dE5gH7kLmN0pQ/sTu'

// A pattern that keeps a place for every sign runs out of stack at a few million.
test.each([
  ['one letter', 'x'.repeat(20_000_000), 'x'.repeat(20_000_000)],
  ['one run of bytes', `${bytes.repeat(1_000_000)}==`, '[20000002]'],
  ['lines of bytes', `${bytes.repeat(3)}\n`.repeat(400_000), '[24399999]\n'],
])('F1 %s may be as long as anything a tool returns', (_, text, expected) => {
  expect(marked(text) === expected).toBe(true)
})

test.each([
  [
    'lines with a shorter last one',
    `See:\n${`${bytes.repeat(3)}\n`.repeat(4)}${bytes}==\nThat was it.`,
    'See:\n[266]\nThat was it.',
  ],
  ['lines in JSON', `{"pdf":"${`${bytes.repeat(3)}\\n`.repeat(5)}","pages":2}`, '{"pdf":"[308]\\n","pages":2}'],
  ['three lines', `${bytes.repeat(3)}\n`.repeat(3), `${bytes.repeat(3)}\n`.repeat(3)],
  ['two blocks', `${bytes.repeat(15)} and ${bytes.repeat(20)}`, '[300] and [400]'],
  ['words', 'Nothing to see here.', 'Nothing to see here.'],
])('F1 bytes become one mark: %s', (_, text, expected) => {
  expect(marked(text)).toBe(expected)
})
