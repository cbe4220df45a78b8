import fc from 'fast-check'
import { expect, test } from 'vitest'
import { asSent, searchable, storable } from './storable.ts'

const units = fc.oneof(
  fc.integer({ min: 0, max: 0xffff }).map(code => String.fromCharCode(code)),
  fc.constantFrom('\u0000', '\u001a', '\u001a0000', '\u001ad800', '\ud83d', '\ude00', '😀'),
)
const texts = fc.string({ unit: units })

test('F6 any text is storable, and comes back as it was sent', () => {
  fc.assert(
    fc.property(texts, text => {
      const stored = storable(text)
      expect(stored.isWellFormed() && !stored.includes('\u0000')).toBe(true)
      expect(asSent(stored)).toBe(text)
    }),
    { numRuns: 5_000 },
  )
})

test('F6 ordinary text is stored as it is', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), text => {
      fc.pre(!text.includes('\u001a') && !text.includes('\u0000'))
      expect(storable(text)).toBe(text)
    }),
    { numRuns: 1_000 },
  )
})

test('F6 what is searched never holds what an index cannot', () => {
  fc.assert(
    fc.property(texts, text => {
      const words = searchable(text)
      expect(words.isWellFormed() && !words.includes('\u0000')).toBe(true)
    }),
    { numRuns: 1_000 },
  )
})
