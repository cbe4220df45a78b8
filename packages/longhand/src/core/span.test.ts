import fc from 'fast-check'
import { expect, test } from 'vitest'
import { overlapCounter, overlaps, type Span, spanSearch } from './span.ts'

const spans = fc.array(
  fc.tuple(fc.nat(30), fc.nat(5)).map(([from, more]): Span => ({ from, to: from + more })),
  { maxLength: 12 },
)

test('a search finds the span that overlaps, as looking at all of them would', () => {
  fc.assert(
    fc.property(spans, spans, (some, wanted) => {
      const apart = some.filter((span, at) => !some.slice(0, at).some(other => overlaps(span, other)))
      const find = spanSearch(apart)
      for (const one of wanted) {
        const found = apart.filter(span => overlaps(span, one))
        if (found.length === 0) expect(find(one)).toBeNull()
        else expect(found).toContainEqual(find(one))
      }
    }),
  )
})

test('a counter counts the spans that overlap, as looking at all of them would', () => {
  fc.assert(
    fc.property(spans, all => {
      const counter = overlapCounter(all)
      all.forEach((span, at) => {
        expect(counter.overlapping(span)).toBe(all.slice(0, at).filter(other => overlaps(span, other)).length)
        counter.add(span)
      })
    }),
  )
})
