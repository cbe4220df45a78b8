import fc from 'fast-check'
import { expect, test } from 'vitest'
import { countTokens } from './count.ts'
import { countByLine } from './count-by-line.ts'

test('T1 whatever a line begins or ends with, its tokens are its own', () => {
  const differing: string[] = []
  for (let codePoint = 0; codePoint < 0x110000; codePoint += codePoint < 0x3400 ? 1 : 53) {
    const c = String.fromCodePoint(codePoint)
    const text = `the${c}\n${c}the!!\n ${c}!!\n${c}\n\n ${c}\n/${c}\n  ${c}${c}\n`
    if (countByLine(text) !== countTokens(text)) differing.push(codePoint.toString(16))
  }
  expect(differing).toEqual([])
})

test('T1 any lines have as many tokens together as one by one', () => {
  const piece = fc.constantFrom(...'aZ9é中́/.,\'"!¶ \t\r\n\n\n\u0085\u00a0\u2028\ufeff'.split(''), "'s", '\ud83d', '…')
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), pieces => {
      const text = pieces.join('')
      expect(countByLine(text)).toBe(countTokens(text))
    }),
    { numRuns: 20_000 },
  )
})
