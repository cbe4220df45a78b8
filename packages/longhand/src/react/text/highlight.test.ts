import fc from 'fast-check'
import { expect, test } from 'vitest'
import { repeated } from '../../testing/growth/hostile-text.ts'
import { highlight } from './highlight.ts'

const kinds = (code: string) =>
  highlight(code).flatMap(({ kind, text }) => (kind === 'plain' ? [] : [`${kind}:${text}`]))

test.each([
  ['const a = 1 // one', ['key:const', 'number:1', 'note:// one']],
  ['return claim(db, "x")', ['key:return', 'name:claim', 'string:"x"']],
  ['# a comment\ndef f(): pass', ['note:# a comment', 'key:def', 'name:f', 'key:pass']],
  ['select 1 -- two', ['key:select', 'number:1', 'note:-- two']],
  ['/* open', ['note:/* open']],
  ["don't", []],
  ['constant', []],
])('%s is coloured %j', (code, wanted) => {
  expect(kinds(code)).toEqual(wanted)
})

test('W7 no letter of the code changes', () => {
  const code = fc.string({
    unit: fc.constantFrom('"', "'", '`', '\\', '/', '*', '#', '-', '\n', ' ', 'a', '1', '(', 'é'),
  })
  fc.assert(
    fc.property(code, text => {
      expect(
        highlight(text)
          .map(token => token.text)
          .join(''),
      ).toBe(text)
    }),
    { numRuns: 1000 },
  )
})

// Longer code is not coloured at all.
test.each(['/*', '"\\', "'", '`', '((((', '# ', ' ', '-- ', 'a('])('W7 no code makes it slow: %s', piece => {
  const { grow } = repeated(piece)
  const timeOf = (length: number): number => {
    const code = grow(length).slice(0, length)
    const before = process.threadCpuUsage()
    for (let times = 0; times < 10; times++) highlight(code)
    const { user, system } = process.threadCpuUsage(before)
    return (user + system) / 1000
  }
  // What is out of proportion is so every time; a process that was interrupted, or had to collect garbage, is not.
  const growths = Array.from({ length: 5 }, () => timeOf(20_000)).map(once => timeOf(40_000) / (once + 10))
  expect(Math.min(...growths)).toBeLessThan(2.5)
})
