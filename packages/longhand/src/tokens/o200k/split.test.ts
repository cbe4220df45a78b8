import fc from 'fast-check'
import { expect, test } from 'vitest'
import { loadTable } from './load.ts'
import { createSplitter } from './split.ts'

// The pattern of tiktoken. Its `\s` is Unicode's white space, and its contractions ignore case, `ſ` being an `s`.
const contraction = "(?:'[sSſtTmMdD]|'[rR][eE]|'[vV][eE]|'[lL][lL])?"
const pattern = new RegExp(
  [
    `[^\\r\\n\\p{L}\\p{N}]?[\\p{Lu}\\p{Lt}\\p{Lm}\\p{Lo}\\p{M}]*[\\p{Ll}\\p{Lm}\\p{Lo}\\p{M}]+${contraction}`,
    `[^\\r\\n\\p{L}\\p{N}]?[\\p{Lu}\\p{Lt}\\p{Lm}\\p{Lo}\\p{M}]+[\\p{Ll}\\p{Lm}\\p{Lo}\\p{M}]*${contraction}`,
    '\\p{N}{1,3}',
    ' ?[^\\p{White_Space}\\p{L}\\p{N}]+[\\r\\n/]*',
    '\\p{White_Space}*[\\r\\n]+',
    '\\p{White_Space}+(?!\\P{White_Space})',
    '\\p{White_Space}+',
  ].join('|'),
  'gu',
)

const pieceEnd = createSplitter(loadTable().kinds)

function pieces(text: string): readonly string[] {
  const found: string[] = []
  for (let at = 0; at < text.length; at += found.at(-1)!.length) found.push(text.slice(at, pieceEnd(text, at)))
  return found
}

const atoms = [
  ...[
    'a',
    'b',
    'A',
    'B',
    'é',
    'É',
    'ǅ',
    'ʰ',
    'ª',
    '日',
    '本',
    '\u0301',
    '𝒜',
    '𝒶',
    '𑄀',
    '1',
    '²',
    '𝟙',
    '😀',
    '\ud83d',
    '\ude00',
  ],
  ...["'", 's', 'S', 'ſ', "'re", "'LL", ' ', ' ', '\n', '\r', '\t', '\u00a0', '\u0085', '\ufeff', '/', '!', '-'],
]

test('T1 the scanner cuts a text where the pattern does', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...atoms), { maxLength: 16 }), parts => {
      const text = parts.join('')
      expect(pieces(text)).toEqual(text.match(pattern) ?? [])
    }),
    { numRuns: 20_000 },
  )
})

test.each([
  ["\u0301's end", ["\u0301's", ' end']],
  ['日本AB 日本ABc', ['日本', 'AB', ' 日本ABc']],
  ["DON'T don't", ["DON'T", " don't"]],
  ['1234567', ['123', '456', '7']],
  ['a  \n  b', ['a', '  \n', ' ', ' b']],
  [' !?//\n/x', [' !?//\n/', 'x']],
])('%j is cut into %j', (text, expected) => {
  expect(pieces(text)).toEqual(expected)
})
