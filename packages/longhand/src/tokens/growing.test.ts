import fc from 'fast-check'
import { expect, test } from 'vitest'
import { countTokens } from './count.ts'
import { growingCount } from './growing.ts'

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
}, 60_000)

test('T6 the last words of a long answer are counted in the time of the last words', () => {
  const growing = growingCount()
  growing.append('A line of an ordinary answer, and then the next one.\n'.repeat(20_000))
  growing.count()
  const start = processorTime()
  for (let at = 0; at < 1_000; at++) {
    growing.append(' and some more')
    growing.count()
  }
  // A thousand counts of a megabyte would take minutes.
  expect(processorTime() - start).toBeLessThan(1_000)
})

test('T6 nor is a word of 200 kB counted again for every letter', () => {
  const growing = growingCount()
  const start = processorTime()
  for (let at = 0; at < 400; at++) {
    growing.append('abcdefghij'.repeat(50))
    growing.count()
  }
  expect(processorTime() - start).toBeLessThan(4_000)
})

/** Milliseconds this thread has worked. */
function processorTime(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}
