import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createItemChain } from './item-chain.ts'
import { type Member, scanObject } from './scan-object.ts'

const encode = (text: string) => new TextEncoder().encode(text)

/** Without the hashes, which only whoever has looked for them has. */
const slicesOf = (members: readonly Member[] | null) =>
  members?.map(({ items, ...member }) => ({ ...member, items: items?.map(({ from, to }) => ({ from, to })) ?? null }))

/** Numbers that begin alike, texts, lists: what a guess by length could take for something else. */
const item = fc.oneof(
  fc.constantFrom('1', '12', '123', '1e2', '"a"', '"a\\"b"', '[1]', '[1,2]', '{"a":"],"}', 'null', ' 12 ', '1\n'),
  fc.json({ maxDepth: 2 }),
)

test('H4.2 a body is taken apart as if nothing had come before it, whatever came before it', () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ items: fc.array(item), broken: fc.constantFrom('', '', '', ',', '[', '"') }), {
        minLength: 2,
      }),
      bodies => {
        const chain = createItemChain()
        for (const { items, broken } of bodies) {
          const bytes = encode(`{"messages":[${items.join(',')}${broken}],"tools":[${items.slice(1).join(',')}]}`)
          expect(slicesOf(scanObject(bytes, chain))).toEqual(slicesOf(scanObject(bytes)))
        }
      },
    ),
  )
})

test('H4.2 the items of the last request are known again, and one that differs is read', () => {
  const chain = createItemChain()
  const known = (text: string) => scanObject(encode(text), chain)![0]!.items!.map(one => one.known!)
  const first = known('{"m":[{"a":1},{"b":2}]}')
  const longer = known('{"m":[{"a":1},{"b":2},{"c":3}]}')
  expect([longer[0] === first[0], longer[1] === first[1]]).toEqual([true, true])
  const changed = known('{"m":[{"a":1},{"b":9},{"c":3}]}')
  expect(changed[1]).not.toBe(first[1])
})

test('H4.34 only the last request of a conversation is held, however many of its items came earlier', () => {
  setFlagsFromString('--expose-gc')
  const collectOnce: () => void = runInNewContext('gc')
  // What one collection has found is given back by the next at the latest.
  const collect = () => [collectOnce(), collectOnce()]
  const chain = createItemChain()
  const items = [`"${'x'.repeat(1_000_000)}"`]
  const scan = () => {
    items.push(`"${items.length}"`)
    scanObject(encode(`{"m":[${items.join(',')}]}`), chain)
  }
  scan()
  collect()
  const before = process.memoryUsage().arrayBuffers
  for (let at = 0; at < 30; at++) scan()
  collect()
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(3e6)
})

test('H4.34 of requests with very many short items only the last ones are held', () => {
  const chain = createItemChain()
  const known = (name: string, many: number) =>
    scanObject(encode(`{"m":["${name}"${',1'.repeat(many)}]}`), chain)![0]!.items!.at(-1)!.known!
  const first = known('one', 60_000)
  const second = known('two', 60_000)
  expect(known('one', 60_000)).toBe(first)
  known('three', 60_000)
  expect(known('one', 60_000)).toBe(first)
  expect(known('two', 60_000)).not.toBe(second)
})
