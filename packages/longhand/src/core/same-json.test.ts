import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sameJson } from './same-json.ts'

test('H5 two values are the same when they read back the same', () => {
  const read = (value: unknown) => JSON.parse(JSON.stringify({ value })).value
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (one, other) => {
      expect(sameJson(read(one), read(other))).toBe(isDeepStrictEqual(read(one), read(other)))
      expect(sameJson(one, structuredClone(one))).toBe(true)
    }),
  )
  expect(sameJson({ a: 1, b: [2] }, { b: [2], a: 1 })).toBe(true)
  expect(sameJson({ a: 1, b: undefined }, { a: 1 })).toBe(true)
  expect(sameJson([], {})).toBe(false)
  expect(sameJson({ a: null }, { b: null })).toBe(false)
  expect(sameJson(new URL('https://a.example'), new URL('https://a.example'))).toBe(true)
  expect(sameJson(new URL('https://a.example'), new URL('https://b.example'))).toBe(false)
})
