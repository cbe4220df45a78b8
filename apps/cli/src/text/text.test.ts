import fc from 'fast-check'
import stringWidth from 'string-width'
import { describe, expect, test } from 'vitest'
import { clean } from './clean.ts'
import { clip, columnsOf, justify, type Line, line, padTo, span, wordsOf } from './line.ts'
import { paint, themeOf } from './theme.ts'
import { columns } from './width.ts'
import { chop, wrap } from './wrap.ts'

const signs = fc.constantFrom(
  'a',
  'Z',
  ' ',
  'é',
  'e\u0301',
  '漢',
  'か',
  '한',
  '…',
  '│',
  '█',
  '→',
  '👍',
  '👩‍🚀',
  '🇫🇷',
  '❤️',
  '¶',
  '–',
)
const anyText = fc.array(signs, { maxLength: 60 }).map(parts => parts.join(''))
const anyLine: fc.Arbitrary<Line> = fc
  .array(fc.record({ text: anyText, style: fc.constantFrom('plain', 'you', 'strong') }), { maxLength: 4 })
  .map(spans => line(...spans))

describe('columns', () => {
  test('X are counted as terminals count them', () => {
    fc.assert(
      fc.property(anyText, text => {
        expect(columns(text)).toBe(stringWidth(text))
      }),
      { numRuns: 2000 },
    )
  })

  test('X of every sign up to the pictures are counted so, also of those that are not looked up', () => {
    const codes = Array.from({ length: 0x2600 - 0x20 }, (_, at) => String.fromCharCode(at + 0x20))
    const alone = codes.filter(sign => /\p{L}|\p{S}|\p{P}/u.test(sign))
    expect(alone.filter(sign => columns(`a${sign}`) !== stringWidth(`a${sign}`))).toEqual([])
  })
})

describe('a line', () => {
  test('X that is fitted has exactly its columns, and an ellipsis when something is missing', () => {
    fc.assert(
      fc.property(anyLine, fc.integer({ min: 2, max: 80 }), (row, width) => {
        const fitted = padTo(row, width)
        // A sign of two columns may leave the last one empty, never overflow it.
        expect(columnsOf(fitted)).toBe(width)
        expect(wordsOf(fitted).trimEnd().endsWith('…')).toBe(
          columnsOf(row) > width || wordsOf(row).trimEnd().endsWith('…'),
        )
      }),
      { numRuns: 2000 },
    )
  })

  test('X shows both ends, and the left one gives way', () => {
    expect(wordsOf(justify(line('A long title of something'), line('gpt-4o'), 20))).toBe('A long title …gpt-4o')
    expect(wordsOf(clip(line('abc', span('def')), 5))).toBe('abcd…')
  })
})

describe('wrapping', () => {
  test('X keeps every word, in order and style, and no line is too wide', () => {
    fc.assert(
      fc.property(anyLine, fc.integer({ min: 2, max: 40 }), (row, width) => {
        const lines = wrap(row, width)
        expect(Math.max(...lines.map(columnsOf))).toBeLessThanOrEqual(width)
        const bare = (all: readonly Line[]) =>
          all.flat().flatMap(({ text, style }) => [...text.replace(/\s/g, '')].map(sign => sign + style))
        expect(bare(lines)).toEqual(bare([row]))
      }),
      { numRuns: 2000 },
    )
  })

  test.each([
    ['one two three', 7, ['one two', 'three']],
    ['  indented words', 10, ['  indented', 'words']],
    ['abcdefgh', 3, ['abc', 'def', 'gh']],
    ['', 5, ['']],
  ])('X %j in %i columns', (text, width, expected) => {
    expect(wrap(line(text), width).map(wordsOf)).toEqual(expected)
  })

  test('X a word that changes its style is still one word', () => {
    expect(wrap(line('say ', span('bold', 'strong'), ', then'), 8).map(wordsOf)).toEqual(['say ', 'bold, ', 'then'])
  })

  test('X code is cut where the line ends', () => {
    expect(chop('const a = 1', 4)).toEqual(['cons', 't a ', '= 1'])
  })
})

describe('text of a model', () => {
  test.each([
    ['\u001b[31mred\u001b[0m', 'red'],
    ['a\u001b]0;title\u0007b', 'ab'],
    ['a\u009b2Jb', 'ab'],
    ['a\u202eb\u0008c', 'abc'],
    ['a\r\nb\tc', 'a\nb    c'],
  ])('S %j reaches the terminal as %j', (text, expected) => {
    expect(clean(text)).toBe(expected)
  })

  test('S nothing in it can move the cursor', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), text => {
        // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for.
        expect(clean(text)).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/)
      }),
      { numRuns: 2000 },
    )
  })
})

describe('a theme', () => {
  test.each([
    [{}, 'dark', 'unicode'],
    [{ NO_COLOR: '1' }, 'none', 'unicode'],
    [{ NO_COLOR: '' }, 'dark', 'unicode'],
    [{ COLORFGBG: '0;15' }, 'light', 'unicode'],
    [{ COLORFGBG: '0;15', LONGHAND_THEME: 'dark' }, 'dark', 'unicode'],
    [{ LANG: 'C' }, 'dark', 'ascii'],
    [{ LANG: 'en_US.UTF-8' }, 'dark', 'unicode'],
    [{ TERM: 'dumb' }, 'none', 'ascii'],
  ] as const)('X %j is %s with %s signs', (env, colours, signs) => {
    expect(themeOf(env)).toEqual({ colours, characters: signs })
  })

  test('X without colours a line is its words', () => {
    const row = line(span('a', 'red'), span('b', 'chosen'))
    expect(paint(row, { colours: 'none', characters: 'unicode' })).toBe('ab')
    expect(paint(row, { colours: 'dark', characters: 'unicode' })).toBe('\u001b[31ma\u001b[0m\u001b[7mb\u001b[0m')
  })

  test('X in ASCII nothing else is left', () => {
    fc.assert(
      fc.property(anyText, text => {
        const ascii = paint(line(text), { colours: 'none', characters: 'ascii' })
        expect(ascii).toMatch(/^[\x20-\x7e]*$/)
      }),
      { numRuns: 1000 },
    )
    expect(paint(line('│┃╎█░─¶ 21…'), { colours: 'none', characters: 'ascii' })).toBe('|!:#.-# 21.')
  })
})
