import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runToEnd } from './steps.ts'
import { heavySteps, weightOf } from './weight.ts'

const insideOf = (value: unknown): readonly unknown[] =>
  typeof value !== 'object' || value === null ? [] : [value, ...Object.values(value).flatMap(insideOf)]

test('F7 what is heavy in data is what weighs more than the limit', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 6 }), fc.integer({ min: 1, max: 60 }), (data, limit) => {
      const heavy = runToEnd(heavySteps(data, limit, 3))
      for (const one of insideOf(data)) expect(heavy.has(one)).toBe(weightOf(one, Number.POSITIVE_INFINITY, 3) > limit)
    }),
  )
})

test('F7 of an object with very many members only as many are looked at as the limit allows', () => {
  const read: string[] = []
  const wide = new Proxy(Object.fromEntries(Array.from({ length: 1_000 }, (_, at) => [`k${at}`, 'text'])), {
    get(target, key) {
      read.push(String(key))
      return target[String(key)]
    },
  })
  expect(weightOf(wide, 100, 10)).toBeGreaterThan(100)
  expect(read.length).toBeLessThan(20)
})

test('the names of members weigh too', () => {
  expect(weightOf({ ['x'.repeat(500)]: 1 }, 1_000, 1)).toBe(502)
})

test('data that holds itself is refused', () => {
  const ring: unknown[] = []
  ring.push([ring])
  expect(() => runToEnd(heavySteps(ring, 10, 1))).toThrow('holds itself')
})
