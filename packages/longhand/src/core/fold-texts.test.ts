import fc from 'fast-check'
import { expect, test } from 'vitest'
import { joinFoldTexts, splitFoldTexts } from './fold-texts.ts'

test('C14 texts of several folds are read and edited as one, and each finds its place again', () => {
  const text = fc.stringMatching(/^\w[\w \n]{0,40}\w$/)
  fc.assert(
    fc.property(fc.array(text, { minLength: 1, maxLength: 6 }), texts => {
      expect(splitFoldTexts(joinFoldTexts(texts), texts.length)).toEqual(texts)
    }),
    { numRuns: 1000 },
  )
})

test('C14 one text may hold what it likes; of several none may be missing', () => {
  expect(splitFoldTexts('a\n———\nb', 1)).toEqual(['a\n———\nb'])
  expect(() => splitFoldTexts('a', 2)).toThrow('2 texts are needed here')
  expect(() => splitFoldTexts('a\n———\n \n———\nb', 3)).toThrow('3 texts are needed here')
})
