import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cut, cutAtPace, putBack } from './parts.ts'

const whole = (value: unknown): unknown => {
  const { frame, parts } = structuredClone(cut(value))
  for (const part of parts) putBack(frame, part)
  return frame
}

const long = 'x'.repeat(200_000)

test('T6 data that is cut is the same when it is put together again', () => {
  const text = fc.constantFrom(long, '', 'a', long + long)
  const { value } = fc.letrec(tie => ({
    value: fc.oneof(
      { depthSize: 'small' },
      text,
      fc.constantFrom(null, 1, true),
      fc.array(tie('value'), { maxLength: 12 }),
      fc.dictionary(fc.constantFrom('a', 'b', 'path', '0', '__proto__'), tie('value'), { noNullPrototype: true }),
    ),
  }))
  fc.assert(
    fc.property(value, data => {
      expect(whole(data)).toEqual(data)
    }),
  )
})

test('T6 no part of it is much, unless it is one text', () => {
  const messages = Array.from({ length: 30_000 }, () => ({
    role: 'user',
    parts: [{ type: 'text', text: 'x'.repeat(900) }],
  }))
  const { frame, parts } = cut({ jobs: [{ messages }], staying: new Set([1]) })
  expect(JSON.stringify(frame).length).toBeLessThan(1_000)
  expect(parts.length).toBeGreaterThan(30)
  for (const part of parts) expect(JSON.stringify(part).length).toBeLessThan(1_000_000)
  expect(whole({ messages })).toEqual({ messages })
})

test('F7 others have their turn while it is cut, and it is cut alike', async () => {
  const data = { messages: Array.from({ length: 2_000 }, (_, at) => ({ at, text: 'x'.repeat(900) })) }
  let turns = 0
  const paced = await cutAtPace(data, async () => void turns++)
  expect(paced).toEqual(cut(data))
  expect(turns).toBeGreaterThan(2)
})

test('what is short stays as it is', () => {
  const data = { a: [1, 2, { b: 'c' }] }
  expect(cut(data).frame).toBe(data)
})

test('F7 an object with very many members is cut, keeps their order, and is looked through a few times however deep it stands', () => {
  let looks = 0
  const members = Array.from({ length: 60_000 }, (_, at) => [at === 9 ? '__proto__' : `k${at}`, { at }] as const)
  const wide = new Proxy(Object.fromEntries(members), {
    ownKeys(target) {
      looks++
      return Reflect.ownKeys(target)
    },
  })
  let around: object = wide
  for (let depth = 0; depth < 100; depth++) around = { before: depth, around, after: 'x' }
  const { frame, parts } = cut(around)
  expect(looks).toBeLessThan(5)
  for (const part of [frame, ...parts]) expect(JSON.stringify(part).length).toBeLessThan(1_000_000)
  expect(parts.length).toBeGreaterThan(5)
  expect(JSON.stringify(whole(around))).toBe(JSON.stringify(around))
})
