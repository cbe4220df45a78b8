import fc from 'fast-check'
import { get_encoding } from 'tiktoken'
import { describe, expect, test } from 'vitest'
import { defaultCorpus, hasCorpus, recordings } from '../../../../evals/corpus.ts'
import { growthOn } from '../testing/growth/growth.ts'
import { countTokens, countTokensAsync } from './count.ts'

const oracle = get_encoding('o200k_base')
const tiktoken = (text: string): number => oracle.encode_ordinary(text).length

describe('T1 the count is tiktoken’s', () => {
  test.each([
    ['', 0],
    ['hello world', 2],
    ["don't", 1],
    ['<|endoftext|>', 7],
    ["\u0301'sthe", 3],
    ['half \ud83d a pair', 4],
  ])('%j is %i tokens', (text, tokens) => {
    expect(countTokens(text)).toBe(tokens)
    expect(tiktoken(text)).toBe(tokens)
  })

  test('on characters from all over Unicode, among letters, digits, symbols and spaces', () => {
    const differing: string[] = []
    for (let codePoint = 0; codePoint < 0x110000; codePoint += codePoint < 0x3400 ? 1 : 53) {
      const c = String.fromCodePoint(codePoint)
      const text = `the${c}the THE${c}THE 11${c}11 !!${c}!!\n${c}\n ${c} A${c}A${c}a${c}${c}${c}${c}d's`
      if (countTokens(text) !== tiktoken(text)) differing.push(codePoint.toString(16))
    }
    expect(differing).toEqual([])
  }, 120_000)

  test('on any mixture of scripts, marks, emoji, halves of pairs, spaces and special tokens', () => {
    fc.assert(
      fc.property(mixture, text => {
        expect(countTokens(text)).toBe(tiktoken(text))
      }),
      { numRuns: 20_000 },
    )
  }, 120_000)

  test('on long pieces, where tokens are found in stretches and joined', () => {
    fc.assert(
      fc.property(longPiece, text => {
        expect(countTokens(text)).toBe(tiktoken(text))
      }),
      { numRuns: 1_000 },
    )
  }, 120_000)

  test.skipIf(!hasCorpus())(
    'on every message of the corpus',
    async () => {
      const seen = new Set<string>()
      for await (const { id, messages } of recordings()) {
        for (const { content, reasoning = '', toolCalls = [] } of messages) {
          for (const text of [content, reasoning, ...toolCalls.map(call => JSON.stringify(call.args))]) {
            if (seen.has(text)) continue
            seen.add(text)
            if (countTokens(text) !== tiktoken(text)) throw new Error(`${id}: differs on ${text.slice(0, 80)}`)
          }
        }
      }
      expect(seen.size).toBeGreaterThan(10_000)
    },
    300_000,
  )

  if (!hasCorpus()) console.warn(`\n!!! NOT TESTED: no corpus at ${defaultCorpus}, so no real messages were counted.\n`)
})

describe('T6 counting cannot be made slow', () => {
  const megabyte = 1_000_000
  test.each([
    ['one letter', length => 'a'.repeat(length)],
    ['random letters', length => noise('abcdefghijklmnopqrstuvwxyz', length)],
    ['Chinese without a stop', length => noise('的一是不了人我在有他这为之大来以个中上们到说国', length / 3)],
    ['base64', length => noise('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/', length)],
    ['spaces', length => ' '.repeat(length)],
    ['marks', length => '\u0301'.repeat(length / 2)],
  ] satisfies readonly [string, (length: number) => string][])(
    '%s: the time is in proportion to the length, and everyone else gets their turn meanwhile',
    async (name, grow) => {
      countTokens('loads the table')
      expect(growthOn(countTokens, { name, grow }, megabyte / 4)).toBeNull()
      const text = grow(megabyte)
      // Processor time of this thread: what a machine that is busy with other things takes away is not ours to promise.
      const start = processorTime()
      const blocks = watchEventLoop()
      const tokens = await countTokensAsync(text)
      expect(blocks.longest()).toBeLessThan((processorTime() - start) / 2)
      expect(countTokens(text)).toBe(tokens)
    },
  )

  test('the text is counted in the same number of steps per byte, whatever its length', () => {
    const time = (length: number): number => {
      const text = noise('abcdefghijklmnopqrstuvwxyz', length)
      countTokens(text)
      const start = processorTime()
      countTokens(text)
      return (processorTime() - start) / length
    }
    expect(time(800_000) / time(50_000)).toBeLessThan(3)
  })
})

const atoms = [
  ...['a', 'b', 'A', 'Z', 'the', ' the', 'ing', 'é', 'É', 'ß', 'ſ', 'ǅ', 'ʰ', 'ª', '日', '本', 'ー', 'ไทย', '한국어'],
  ...[
    'العربية',
    'हिन्दी',
    '\u0301',
    '\u0300',
    '1',
    '42',
    '²',
    'Ⅷ',
    '𝟙',
    '𝒜',
    '😀',
    '👩‍👩‍👧',
    '🇫🇷',
    '\u200d',
    '\ud800',
    '\udc00',
  ],
  ...[
    "'s",
    "'S",
    "'ſ",
    "'re",
    "'LL",
    "'",
    ' ',
    '  ',
    '\n',
    '\r',
    '\r\n',
    '\t',
    '\u00a0',
    '\u0085',
    '\ufeff',
    '\u3000',
    '\0',
  ],
  ...['/', '//', '!', '-', '=', '_', '://', '{"', '":', '<|endoftext|>', '<|endofprompt|>', '<|im_start|>'],
] as const

const mixture = fc.oneof(
  { weight: 4, arbitrary: fc.array(fc.constantFrom(...atoms), { maxLength: 24 }).map(parts => parts.join('')) },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 24 }) },
  { weight: 1, arbitrary: fc.array(fc.nat(0xffff), { maxLength: 24 }).map(units => String.fromCharCode(...units)) },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 40 }) },
)

/** One piece of some hundred code units over a few characters, so that merges reach far. */
const longPiece = fc
  .tuple(
    fc.constantFrom(
      'ab',
      'abc',
      'aeiou',
      'abcdefghijklmnopqrstuvwxyz',
      'ABCDEFG',
      '-=',
      '日本語',
      '\u0301\u0300',
      ' ',
      ' \n',
      '😀🎉',
    ),
    fc.array(fc.tuple(fc.nat(30), fc.oneof({ weight: 9, arbitrary: fc.nat(4) }, fc.nat(150))), {
      minLength: 30,
      maxLength: 60,
    }),
  )
  .map(([alphabet, runs]) => {
    const letters = [...alphabet]
    return runs
      .map(([letter, length]) => letters[letter % letters.length]!.repeat(length))
      .join('')
      .padEnd(130, letters[0])
  })

function noise(alphabet: string, length: number): string {
  const letters = [...alphabet]
  let state = 1
  return Array.from({ length }, () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    return letters[(state >>> 16) % letters.length]
  }).join('')
}

/** Milliseconds this thread has worked. */
function processorTime(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}

/** Takes every turn of the event loop it gets and remembers the longest work between two of them. */
function watchEventLoop(): { longest: () => number } {
  let longest = 0
  let running = true
  let last = processorTime()
  const look = () => {
    const now = processorTime()
    longest = Math.max(longest, now - last)
    last = now
    if (running) setImmediate(look)
  }
  setImmediate(look)
  return {
    longest: () => {
      look()
      running = false
      return longest
    },
  }
}
