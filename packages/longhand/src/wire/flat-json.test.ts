import fc from 'fast-check'
import { expect, test } from 'vitest'
import { flatJson } from './flat-json.ts'

const nested = (depth: number): string => `${'{"a":['.repeat(depth / 2)}"]}"${']}'.repeat(depth / 2)}`

test('H4.4 what nests too deep stands as a text in its place, and says the same', () => {
  const deep = nested(20_000)
  const flat = JSON.parse(flatJson(`{"input":${deep},"id":"c1","more":[${deep},1]}`, 3))
  expect(flat.id).toBe('c1')
  expect(flat.input.a).toEqual([deep.slice('{"a":['.length, -2)])
  expect(flat.more[1]).toBe(1)
})

test('H4.4 what does not nest too deep stays as it is, and all that is JSON is JSON still', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 5 }), value => {
      const text = JSON.stringify(value)
      expect(flatJson(text, 6)).toBe(text)
    }),
  )
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'[]{}"\\,:1') }), text => {
      const isJson = (one: string) => {
        try {
          return JSON.parse(one) !== undefined
        } catch {
          return false
        }
      }
      expect(isJson(flatJson(text, 2)) || !isJson(text)).toBe(true)
    }),
  )
})
