import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { type Member, type Slice, scanObject, scanSteps, valueAt } from './scan-object.ts'

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text)
const scan = (text: string): readonly Member[] | null => scanObject(bytesOf(text))
const written = (bytes: Uint8Array, { from, to }: Slice): string => new TextDecoder().decode(bytes.subarray(from, to))

/** White space as clients may put it between any two tokens. */
const spacing = fc.string({ unit: fc.constantFrom(' ', '\n', '\t', '\r'), maxLength: 2 })

/** Strings in any spelling, and numbers that JavaScript would write differently or cannot hold. */
const scalar = fc.oneof(
  fc.string({ unit: 'binary' }).map(text => JSON.stringify(text)),
  fc.constantFrom('"\\u00e9\\/\\b\\ud83d"', '"😀 \\"}],{"', '"\\\\"', '""'),
  fc.constantFrom('1e400', '-0', '0.10', '12345678901234567890', '1E+2', '-0.0e-7'),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map(String),
  fc.constantFrom('true', 'false', 'null'),
)

const { value } = fc.letrec<{ value: string; list: string; object: string }>(tie => ({
  value: fc.oneof({ maxDepth: 4 }, scalar, tie('list'), tie('object')),
  list: fc
    .tuple(fc.array(tie('value'), { maxLength: 4 }), spacing)
    .map(([items, gap]) => `[${gap}${items.join(`${gap},${gap}`)}${gap}]`),
  object: fc
    .tuple(fc.array(fc.tuple(fc.string({ unit: 'binary' }), tie('value')), { maxLength: 4 }), spacing)
    .map(([members, gap]) => objectText(members, gap)),
}))

const objectText = (members: readonly (readonly [string, string])[], gap: string): string =>
  `{${gap}${members.map(([key, one]) => `${JSON.stringify(key)}${gap}:${gap}${one}`).join(`${gap},${gap}`)}${gap}}`

const body = fc
  .tuple(
    fc.uniqueArray(fc.tuple(fc.string({ unit: 'binary' }), value), { maxLength: 5, selector: ([key]) => key }),
    spacing,
  )
  .map(([members, gap]) => `${gap}${objectText(members, gap)}${gap}`)

test('H4 every body that is an object is read, and its slices are its values', () => {
  fc.assert(
    fc.property(body, text => {
      const bytes = bytesOf(text)
      const members = scanObject(bytes)!
      const parsed = JSON.parse(written(bytes, { from: 0, to: bytes.length }))
      expect(members.map(({ key }) => key).toSorted()).toEqual(Object.keys(parsed).toSorted())
      for (const { key, value, items } of members) {
        expect(valueAt(bytes, value)).toEqual(parsed[key])
        expect(items?.map(item => valueAt(bytes, item)) ?? null).toEqual(
          Array.isArray(parsed[key]) ? parsed[key] : null,
        )
      }
    }),
    { numRuns: 2_000 },
  )
})

test('H4 slices joined with what lies between them are the bytes, in order and without overlap', () => {
  fc.assert(
    fc.property(body, text => {
      const bytes = bytesOf(text)
      const slices = scanObject(bytes)!.flatMap(({ value, items }) =>
        items === null || items.length === 0 ? [value] : items,
      )
      let joined = ''
      let at = 0
      for (const slice of slices) {
        expect(slice.from).toBeGreaterThanOrEqual(at)
        joined += written(bytes, { from: at, to: slice.from }) + written(bytes, slice)
        at = slice.to
      }
      expect(joined + written(bytes, { from: at, to: bytes.length })).toBe(
        written(bytes, { from: 0, to: bytes.length }),
      )
    }),
  )
})

/** Long texts with few letters that need a look, anywhere in a word of four bytes. */
const longText = fc
  .array(
    fc.tuple(
      fc.nat(40),
      fc.constantFrom('\n', '"', '\\', 'é', '😀', '\u007f', '\u0080', '\u001f', '\u2028', '!', '[', ']'),
    ),
  )
  .map(pieces => pieces.map(([many, letter]) => 'x'.repeat(many) + letter).join(''))

test('H4 a long text ends where its quote is, wherever in memory its bytes begin', () => {
  fc.assert(
    fc.property(longText, longText, fc.nat(7), (key, text, offset) => {
      const plain = bytesOf(JSON.stringify({ [`k${key}`]: [text, text] }))
      const bytes = new Uint8Array(plain.length + offset + 5).fill(0x22).subarray(offset, offset + plain.length)
      bytes.set(plain)
      const [member] = scanObject(bytes)!
      expect([member!.key, ...member!.items!.map(item => valueAt(bytes, item))]).toEqual([`k${key}`, text, text])
    }),
    { numRuns: 1_000 },
  )
})

test('H4 a letter that no string may hold is found at every place of a long one', () => {
  for (let at = 0; at < 40; at++)
    for (const byte of [0, 1, 0x0a, 0x1f, 0x22, 0x5c]) {
      const bytes = bytesOf(`{"a":"${'x'.repeat(40)}"}`)
      bytes[6 + at] = byte
      expect(scanObject(bytes)).toBeNull()
    }
})

/** Valid bodies with a few letters taken out, put in or changed: most of them are no JSON any more. */
const damaged = fc
  .tuple(
    body,
    fc.array(
      fc.tuple(
        fc.nat(),
        fc.constantFrom('', '"', '\\', '{', '}', '[', ']', ',', ':', '0', 'e', '-', '\u0001', 'u', ' '),
      ),
      { minLength: 1, maxLength: 3 },
    ),
  )
  .map(([text, changes]) =>
    changes.reduce((now, [place, letter]) => {
      const at = place % (now.length + 1)
      return now.slice(0, at) + letter + now.slice(at + 1)
    }, text),
  )

test('H4 what JSON.parse refuses is refused, and what is taken is what JSON.parse reads', () => {
  let taken = 0
  fc.assert(
    fc.property(damaged, text => {
      const bytes = bytesOf(text)
      const members = scanObject(bytes)
      if (members === null) return
      taken++
      const parsed = JSON.parse(new TextDecoder().decode(bytes))
      expect(Object.fromEntries(members.map(({ key, value }) => [key, valueAt(bytes, value)]))).toEqual({ ...parsed })
    }),
    { numRuns: 4_000 },
  )
  expect(taken).toBeGreaterThan(20)
})

test.each([
  ['', 'nothing'],
  ['[]', 'a list'],
  ['{"a":1}{', 'more after its end'],
  ['{"a":1,"a":2}', 'a key twice, of which a reader takes one or the other'],
  ['{"a":1,"\\u0061":2}', 'a key twice, in two spellings'],
  ['{"a":1,}', 'a comma too many'],
  ['{"a":01}', 'a number with a leading zero'],
  ['{"a":1.}', 'a number without its end'],
  ['{"a":"\n"}', 'a line break in a string'],
  ['{"a":"\\x"}', 'an escape that does not exist'],
  ['{"a":"\\u12g4"}', 'an escape that is no number'],
  ['{"a":tru}', 'half a word'],
  ['{"a":"', 'a string without an end'],
  ['\ufeff{}', 'a mark before it'],
  ['{"a":\ufeff1}', 'a mark before a value'],
  ['{"a":[1 2]}', 'two values where one belongs'],
  ['{"a":[{]}]}', 'brackets that do not belong together'],
  ['{"a":}', 'no value'],
  ['{1:2}', 'a name that is no text'],
  [`{"a":${'['.repeat(200)}${']'.repeat(200)}}`, 'brackets 201 levels deep'],
  [`${'{"a":'.repeat(201)}1${'}'.repeat(201)}`, 'braces 201 levels deep'],
  [`{"a":[0${',0'.repeat(100_000)}]}`, 'more items than anybody sends'],
])('H4 %j is refused: %s', text => {
  expect(scan(text)).toBeNull()
})

test.each([
  ['brackets', `{"a":${'['.repeat(199)}${']'.repeat(199)}}`],
  ['braces', `${'{"a":'.repeat(200)}1${'}'.repeat(200)}`],
])('H4 %s 200 levels deep are read', (_, text) => {
  expect(scan(text)).toHaveLength(1)
})

test('H4 bytes that are no UTF-8 are refused', () => {
  expect(scanObject(Uint8Array.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]))).toBeNull()
})

/** How a body is taken apart: in how many steps, the most values that one of them parsed, and the longest of all. */
function stepsOf(text: string) {
  const steps = scanSteps(bytesOf(text))
  const parse = vi.spyOn(JSON, 'parse')
  const found = { isTaken: false, steps: 0, most: 0, longest: 0 }
  for (let isDone = false; !isDone; found.steps++) {
    const step = steps.next()
    isDone = step.done === true
    if (step.done) found.isTaken = step.value !== null
    found.most = Math.max(found.most, parse.mock.calls.length)
    for (const [value] of parse.mock.calls) found.longest = Math.max(found.longest, value.length)
    parse.mockClear()
  }
  parse.mockRestore()
  return found
}

const text = (inside: string): string => `{"m":1,"s":"${inside}"}`

test.each([
  ['many items', `{"m":[[]${',[]'.repeat(30_000)}]}`, { isTaken: true, steps: 100 }],
  ['items far apart', `{"m":[0${`${' '.repeat(90_000)},0`.repeat(30)}]}`, { isTaken: true, steps: 10 }],
  ['many members', objectText(Object.entries('0'.repeat(900)), ' '), { isTaken: true, steps: 900 }],
  ['one item of many values', `{"m":[[[]${',[]'.repeat(240_000)}]]}`, { isTaken: true, steps: 5 }],
  ['strings without commas', `{"m":[[${'""'.repeat(300_000)}]]}`, { isTaken: false, steps: 30 }],
  ['a long text without escapes', text('abcd'.repeat(700_000)), { isTaken: true, steps: 4 }],
  ['as many escaped quotes as are read', text('\\"'.repeat(1_000_000)), { isTaken: true, steps: 15 }],
  ['the same of other escapes', text('\\n'.repeat(1_000_000)), { isTaken: true, steps: 4 }],
  ['a few more that are far apart', text('\\nabcdefg'.repeat(1_000_001)), { isTaken: false, steps: 30 }],
])('H4.25 a body with %s is taken apart in steps', (_, body, { isTaken, steps }) => {
  const found = stepsOf(body)
  expect(found.isTaken).toBe(isTaken)
  expect(found.steps).toBeGreaterThanOrEqual(steps)
  expect(found.most).toBeLessThan(300)
})

test.each(['\\"', '\\\\', '\\n', '\\u0000'])(
  'H4.25 a text of more escapes %s than anybody sends is not parsed',
  letters => {
    const most = stepsOf(text(letters.repeat(1_000_000)))
    const more = stepsOf(text(letters.repeat(1_000_001)))
    expect([most.isTaken, more.isTaken]).toEqual([true, false])
    expect(more.longest).toBeLessThan(10)
  },
)

test.each([
  [50_000, 1],
  [50_001, 0],
])('H4.25 an object of %i members within is read by as many as %i', (width, read) => {
  const wide = Object.fromEntries(Array.from({ length: width }, (_, at) => [`k${at}`, [at, { a: 1, b: 2 }]]))
  const members = scanObject(new TextEncoder().encode(JSON.stringify({ m: [{ wide }] })))
  expect(members?.length ?? 0).toBe(read)
})
