import fc from 'fast-check'
import { expect, test } from 'vitest'
import { countTokens } from './count.ts'
import { growingCount } from './growing-count.ts'

const words = [
  'don',
  "'",
  't',
  "'s",
  'the',
  ' ',
  '  ',
  '\n',
  '\n ',
  'A',
  'B',
  'c',
  '日',
  '本',
  '12',
  '3',
  '!',
  '/',
  '\u0301',
  '\ud83d',
  '\ude00',
]

test('T1 a text that arrives in any pieces has the count of the whole text, at every moment', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(fc.constantFrom(...words), fc.string({ unit: 'binary', maxLength: 5 }))), parts => {
      const growing = growingCount()
      let text = ''
      for (const part of parts) {
        growing.append(part)
        text += part
        expect(growing.count()).toBe(countTokens(text.replace(/[\uD800-\uDBFF]$/, '')))
      }
    }),
    { numRuns: 2_000 },
  )
})

test('T1 a character that arrives in two halves is counted when it is whole', () => {
  const growing = growingCount()
  growing.append('so\ud83d')
  expect(growing.count()).toBe(countTokens('so'))
  growing.append('\ude00!')
  expect(growing.count()).toBe(countTokens('so😀!'))
})

test('T1 a piece that never ends stays exact while it grows', () => {
  const alphabets = fc.constantFrom('ab', 'abcdefgh', '日本語中文', ' ', '-=')
  fc.assert(
    fc.property(alphabets, fc.array(fc.nat(), { minLength: 20, maxLength: 40 }), (alphabet, seeds) => {
      const growing = growingCount()
      let text = ''
      for (const seed of seeds) {
        const part = alphabet.slice(seed % alphabet.length).repeat(1 + (seed % 30))
        growing.append(part)
        text += part
        expect(growing.count()).toBe(countTokens(text))
      }
    }),
    { numRuns: 100 },
  )
})

test('T6 the last words of a long answer are counted in the time of the last words', () => {
  const lastWords = (length: number): number => {
    const growing = growingCount()
    growing.append('A line of an ordinary answer, and then the next one.\n'.repeat(length / 50))
    growing.count()
    const start = processorTime()
    for (let at = 0; at < 2_000; at++) {
      growing.append(' and some more')
      growing.count()
    }
    return processorTime() - start
  }
  const best = (length: number): number => Math.min(...[1, 2, 3].map(() => lastWords(length)))
  lastWords(1_000)
  // Whoever counted the whole answer again would take a hundred times as long.
  expect(best(1_000_000)).toBeLessThan(4 * best(10_000) + 20)
})

test('T6 nor is a long word counted again for every letter', () => {
  const word = 'abcdefghij'.repeat(20_000)
  const growing = growingCount()
  growing.append(word)
  growing.count()
  const oneMore = () => {
    growing.append('k')
    growing.count()
  }
  const timeOf = (work: () => void): number => {
    const start = processorTime()
    for (let times = 0; times < 20; times++) work()
    return processorTime() - start
  }
  timeOf(oneMore)
  expect(timeOf(oneMore)).toBeLessThan(timeOf(() => countTokens(word)) / 3)
})

/** Milliseconds this thread has worked. */
function processorTime(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}
