import { expect, test } from 'vitest'
import { createItemCache, type KnownItem } from './item-cache.ts'
import { createItemChain } from './item-chain.ts'
import { scanObject } from './scan-object.ts'

const value = (): KnownItem => ({ pieces: [], calls: [] })

/** The items of a body as the cache is asked for them. */
function itemsOf(items: readonly unknown[], chain = createItemChain()) {
  const bytes = new TextEncoder().encode(JSON.stringify({ m: items }))
  return scanObject(bytes, chain)![0]!.items!.map(item => ({ protocol: 'anthropic', bytes, item }) as const)
}

test('H4.2 an item is known in its place at once, and anywhere else when there was time', async () => {
  const cache = createItemCache()
  const chain = createItemChain()
  const [first, second] = itemsOf(['one', 'second'], chain)
  const known = value()
  cache.set(second!, known)
  expect(cache.get(itemsOf(['one', 'second', 'third'], chain)[1]!)).toBe(known)
  const [elsewhere] = itemsOf(['second'])
  expect(cache.get(elsewhere!)).toBeUndefined()
  await cache.settle()
  expect(cache.get(elsewhere!)).toBe(known)
  expect(cache.get(first!)).toBeUndefined()
})

test('H4.2 items of one length, or of another protocol, are not taken for each other', async () => {
  const cache = createItemCache()
  const [one] = itemsOf(['aaa'])
  cache.set(one!, value())
  await cache.settle()
  expect(cache.get(itemsOf(['aab'])[0]!)).toBeUndefined()
  expect(cache.get({ ...itemsOf(['aaa'])[0]!, protocol: 'openai-chat' })).toBeUndefined()
  expect(cache.get(itemsOf(['aaa'])[0]!)).toBeDefined()
})

test('H4.34 an item of few bytes and many parts is not held with the last request, and known again when there was time', async () => {
  const cache = createItemCache()
  const chain = createItemChain()
  const [few, many] = itemsOf(['few', 'many'], chain)
  const part = { role: 'user', type: 'text', digest: 'a' } as const
  const withParts = (parts: number): KnownItem => ({
    pieces: [{ block: null, role: 'user', parts: Array(parts).fill(part) }],
    calls: [],
  })
  cache.set(few!, withParts(5))
  cache.set(many!, withParts(1_000))
  const again = () => itemsOf(['few', 'many'], chain).map(one => cache.get(one)?.pieces[0]?.parts.length)
  expect(again()).toEqual([5, undefined])
  await cache.settle()
  expect(again()).toEqual([5, 1_000])
})
