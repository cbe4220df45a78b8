import fc from 'fast-check'
import { expect, test } from 'vitest'
import { writeJson } from './write-json.ts'

const long = (unit: string): string => unit.repeat(Math.ceil(1_000_000 / unit.length))

test.each(['a', '"', '\\', '\\"', '\n', '\u0001', '語', '😀', 'x😀', '\ud83d', '\ude00', 'é"'])(
  'T6 a long text of %j is written as JSON.stringify writes it',
  async unit => {
    const value = { id: 'm1', parts: [{ text: long(unit) }, { text: unit, other: null }], more: [long(unit), 1, true] }
    expect(await writeJson(value)).toBe(JSON.stringify(value))
  },
)

test('any JSON is written as JSON.stringify writes it', async () => {
  await fc.assert(
    fc.asyncProperty(fc.jsonValue(), async value => {
      expect(await writeJson(value)).toBe(JSON.stringify(value))
    }),
  )
})

test('T6 long lists and what stands in them are written as JSON.stringify writes them', async () => {
  const things = [
    undefined,
    null,
    () => 1,
    Symbol('s'),
    -0,
    Number.NaN,
    new Date(0),
    {},
    [],
    { a: undefined },
    'é"',
    [[]],
  ]
  const many = Array.from({ length: 30_000 }, (_, at) => ({
    at,
    thing: things[at % things.length],
    text: 'x'.repeat(40),
  }))
  for (const value of [many, { many, none: undefined, last: { many: [many, things] } }, [[many]], { undefined }])
    expect(await writeJson(value)).toBe(JSON.stringify(value))
})

test('T6 others get their turn while a long list is written', async () => {
  let turns = 0
  const looking = setInterval(() => turns++, 0)
  await writeJson(Array.from({ length: 100_000 }, (_, at) => ({ at, text: 'a short text' })))
  clearInterval(looking)
  expect(turns).toBeGreaterThanOrEqual(3)
})

test('T6 others get their turn while a long text is written', async () => {
  let turns = 0
  const looking = setInterval(() => turns++, 0)
  await writeJson({ text: long('\\"') })
  clearInterval(looking)
  expect(turns).toBeGreaterThanOrEqual(3)
})

test('F7 what is wide and stands deep within is looked through a few times, not once for each level', async () => {
  let looks = 0
  const members = Array.from({ length: 20_000 }, (_, at) => [`k${at}`, { at, none: undefined }])
  const wide = new Proxy(Object.fromEntries(members), {
    ownKeys(target) {
      looks++
      return Reflect.ownKeys(target)
    },
  })
  let around: object = wide
  for (let depth = 0; depth < 100; depth++) around = { around, list: [depth, undefined] }
  const written = await writeJson(around)
  expect(looks).toBeLessThan(5)
  expect(written).toBe(JSON.stringify(around))
})
