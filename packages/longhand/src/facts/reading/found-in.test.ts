import fc from 'fast-check'
import { expect, test } from 'vitest'
import { foundIn, rangesOf } from './found-in.ts'

const few = fc.string({ unit: fc.constantFrom('a', 'b', '語'), maxLength: 6 })

test('what is found in a text is what it includes, however much is looked for', () => {
  fc.assert(
    fc.property(
      fc.array(few, { maxLength: 12 }),
      fc.string({ unit: fc.constantFrom('a', 'b', '語'), maxLength: 40 }),
      (wanted, text) => {
        // So long that one by one would take too long.
        const long = `${text}${'c'.repeat(3_000)}`
        const found = foundIn(long, [...wanted, 'd'.repeat(7_000)])
        expect(wanted.map(found)).toEqual(wanted.map(one => long.includes(one)))
        expect(wanted.map(foundIn(text, wanted))).toEqual(wanted.map(one => text.includes(one)))
      },
    ),
  )
})

test('stretches are the places of all that is wanted, and those that overlap are one', () => {
  expect(rangesOf('see a.com/b and a.com now', ['a.com', 'a.com/b'])).toEqual([
    { from: 4, to: 11 },
    { from: 16, to: 21 },
  ])
  expect(rangesOf('abcabc', ['abc'])).toEqual([
    { from: 0, to: 3 },
    { from: 3, to: 6 },
  ])
  expect(rangesOf('abcde', ['abc', 'cde'])).toEqual([{ from: 0, to: 5 }])
  fc.assert(
    fc.property(
      fc.array(
        few.filter(one => one !== ''),
        { maxLength: 8 },
      ),
      few,
      few,
      (wanted, a, b) => {
        const text = a + b
        const marked = new Set(
          rangesOf(text, wanted).flatMap(({ from, to }) => [...Array(to - from).keys()].map(at => at + from)),
        )
        const expected = new Set(
          wanted.flatMap(one =>
            [...text].flatMap((_, at) =>
              text.startsWith(one, at) ? [...Array(one.length).keys()].map(more => at + more) : [],
            ),
          ),
        )
        expect(marked).toEqual(expected)
      },
    ),
  )
})
