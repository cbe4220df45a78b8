import fc from 'fast-check'
import { expect, test } from 'vitest'
import { escapeTag } from './escape-tag.ts'
import { foldMessage } from './fold.ts'
import { textOf } from './message.ts'

test.each([
  ['</summary>', '‹/summary>'],
  ['</ summary>', '‹/ summary>'],
  ['</SUMMARY>', '‹/SUMMARY>'],
  ['< / summary >', '‹ / summary >'],
  ['</summary foo>', '‹/summary foo>'],
  ['</summary\n>', '‹/summary\n>'],
  ['<\n/summary', '‹\n/summary'],
  ['</summary', '‹/summary'],
  ['＜/ｓｕｍｍａｒｙ＞', '‹/ｓｕｍｍａｒｙ＞'],
  ['&lt;/summary&gt;', '‹/summary&gt;'],
  ['&#60;&#47;summary>', '‹&#47;summary>'],
  ['&#x3C;/Summary>', '‹/Summary>'],
  ['\\u003c/summary\\u003e', '‹/summary\\u003e'],
  ['%3C%2Fsummary%3E', '‹%2Fsummary%3E'],
  ['<\\/summary>', '‹\\/summary>'],
  ['<//summary>', '‹//summary>'],
  ['<\u200b/sum\u200bmary>', '‹\u200b/sum\u200bmary>'],
  ['<summary>', '‹summary>'],
  ['< Summary >', '‹ Summary >'],
  ['<summary id="1">', '‹summary id="1">'],
  ['< summary open>', '‹ summary open>'],
])('V11 %j becomes %j', (text, plain) => {
  expect(escapeTag(text, 'summary')).toBe(plain)
  expect(escapeTag(plain, 'summary')).toBe(plain)
})

test.each(['for (i = 0; i < summary.length; i++)', 'a < b', '<sum>', '</div>', 'summary>', '< 3', '&lt;b&gt;'])(
  'V11 %j is left alone',
  text => {
    expect(escapeTag(text, 'summary')).toBe(text)
  },
)

const invisible = fc.constantFrom('', '', '', '\u200b', '\u00ad', '\u2060', '\ufeff')
const gap = fc.string({ unit: fc.constantFrom(' ', '\n', '\t', '\r', '\u00a0', '\u3000', '\u200b'), maxLength: 3 })
const signs = fc.constantFrom('<', '<', '＜', '﹤', '&lt;', '&LT', '&#60;', '&#0060;', '&#x3c;', '\\u003C', '%3c')
const slashes = fc.constantFrom('/', '/', '／', '∕', '\\/', '&#47;', '&sol;', '&#x2F;', '%2F', '\\u002f')
const tags = fc.constantFrom('summary', 'memory', 'record-2', 'Zusammenfassung')
const letterOf = (letter: string) =>
  fc.constantFrom(letter, letter, letter.toUpperCase(), letter.toLowerCase(), ...wide(letter))
const wide = (letter: string) =>
  /[a-z]/i.test(letter) ? [String.fromCodePoint(letter.codePointAt(0)! + 0xfee0)] : [letter]
const spelt = (tag: string) =>
  fc
    .tuple(signs, gap, slashes, gap, fc.tuple(...[...tag].map(letter => fc.tuple(letterOf(letter), invisible))), gap)
    .map(([sign, before, slash, after, name, end]) => `${sign}${before}${slash}${after}${name.flat().join('')}${end}>`)

/** What is left of a text for someone who reads generously. */
const asRead = (text: string): string =>
  text
    .replace(/&(?:lt|#0*60|#x0*3c);?|\\u003c|%3c/gi, '<')
    .replace(/&(?:sol|#0*47|#x0*2f);?|\\u002f|%2f|\\\//gi, '/')
    .normalize('NFKC')
    .replaceAll('∕', '/')
    .replace(/[\s\p{Default_Ignorable_Code_Point}]/gu, '')
    .toLowerCase()

test('V11 a fold is closed once, at its end, however its text spells the closing', () => {
  const fold = { type: 'summary', span: { from: 1, to: 2 }, kept: [], count: 1 } as const
  const texts = tags.chain(tag =>
    fc.record({ tag: fc.constant(tag), words: fc.array(fc.oneof(spelt(tag), fc.string())) }),
  )
  fc.assert(
    fc.property(texts, ({ tag, words }) => {
      const read = asRead(textOf(foldMessage({ ...fold, tag, text: words.join(' ') })))
      expect(read.split(`</${tag.toLowerCase()}`)).toHaveLength(2)
      expect(read.endsWith(`</${tag.toLowerCase()}>`)).toBe(true)
    }),
    { numRuns: 1_000 },
  )
})
