import fc from 'fast-check'
import { expect, test } from 'vitest'
import { BoundedMap } from './bounded-map.ts'

const step = fc.record({
  act: fc.constantFrom('get' as const, 'set' as const, 'delete' as const),
  key: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'),
  value: fc.integer({ min: 1, max: 9 }),
})

/** The same in the plainest way: a list in the order in which it was asked for, the newest last. */
function plainMap(most: number, heaviest: number) {
  let kept: readonly (readonly [key: string, value: number])[] = []
  const without = (key: string) => kept.filter(([name]) => name !== key)
  return {
    get(key: string): number | undefined {
      const found = kept.find(([name]) => name === key)
      if (found !== undefined) kept = [...without(key), found]
      return found?.[1]
    },
    set(key: string, value: number): void {
      kept = [...without(key), [key, value]]
      while (kept.length > most || kept.reduce((sum, [, value]) => sum + value, 0) > heaviest) kept = kept.slice(1)
    },
    delete(key: string): void {
      kept = without(key)
    },
  }
}

test('a bounded map holds what was asked for last, as many as there may be and as heavy as they may be', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), fc.integer({ min: 1, max: 5 }), (steps, most) => {
      const [map, plain] = [new BoundedMap<number>(most, { of: value => value, most: 20 }), plainMap(most, 20)]
      for (const { act, key, value } of steps) {
        if (act === 'set') [map.set(key, value), plain.set(key, value)]
        else if (act === 'delete') [map.delete(key), plain.delete(key)]
        else expect(map.get(key)).toBe(plain.get(key))
      }
      for (const key of ['a', 'b', 'c', 'd', 'e', 'f']) expect(map.get(key)).toBe(plain.get(key))
    }),
  )
})

test('a map without weights forgets by number alone', () => {
  const map = new BoundedMap<string>(2)
  for (const key of ['a', 'b', 'a', 'c']) map.set(key, key)
  expect(['a', 'b', 'c'].map(key => map.get(key))).toEqual(['a', undefined, 'c'])
})
