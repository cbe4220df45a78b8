import fc from 'fast-check'
import { expect, test } from 'vitest'
import { lineIndex } from './line-index.ts'

const words = fc.uniqueArray(fc.nat(12), { minLength: 1, maxLength: 8 })

test('Q3 the index finds a line that holds 60% of the words by weight, like looking at every line', () => {
  fc.assert(
    fc.property(
      fc.array(words, { maxLength: 8 }),
      words,
      fc.array(fc.nat(9), { minLength: 13, maxLength: 13 }),
      (lines, asked, weights) => {
        const weight = (word: number) => weights[word]! + 1
        const sum = (of: readonly number[]) => of.reduce((total, word) => total + weight(word), 0)
        const found = lines.some(line => sum(asked.filter(word => line.includes(word))) >= 0.6 * sum(asked) - 1e-9)
        expect(lineIndex(lines).holds(asked, weight)).toBe(found)
        expect(lineIndex(lines, new Set(asked)).holds(asked, weight)).toBe(found)
      },
    ),
    { numRuns: 2000 },
  )
})
