import fc from 'fast-check'
import { expect, test } from 'vitest'
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

test('W7 no code makes it slow', () => {
  for (const piece of ['/*', '"\\', "'", '`', '((((', '# ', ' ', '-- ', 'a(']) {
    const before = process.cpuUsage()
    highlight(piece.repeat(20_000).slice(0, 40_000))
    const { user, system } = process.cpuUsage(before)
    expect((user + system) / 1e6).toBeLessThan(0.5)
  }
})
