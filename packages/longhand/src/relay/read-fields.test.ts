import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { readFields } from './read-fields.ts'
import { scanObject } from './scan-object.ts'

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text)
const fieldsOf = (text: string) => readFields(bytesOf(text), ['model', 'stream'])

const spacing = fc.string({ unit: fc.constantFrom(' ', '\n', '\t', '\r'), maxLength: 2 })
const key = fc.constantFrom('"model"', '"stream"', '"\\u006dodel"', '"mod\\"el"', '"a,b:c"', '"}"', '"\\\\"')

test('H4.25 of any object the fields are what JSON.parse reads, a key that stands there twice among them', async () => {
  const member = fc
    .tuple(key, fc.json({ maxDepth: 3 }), spacing)
    .map(([name, text, gap]) => `${name}${gap}:${gap}${text}`)
  const body = fc
    .tuple(fc.array(member, { maxLength: 6 }), spacing)
    .map(([members, gap]) => `${gap}{${gap}${members.join(`${gap},${gap}`)}${gap}}${gap}`)
  await fc.assert(
    fc.asyncProperty(body, async text => {
      const { model, stream } = JSON.parse(text)
      expect({ model: undefined, stream: undefined, ...(await fieldsOf(text)) }).toEqual({ model, stream })
    }),
    { numRuns: 1_000 },
  )
})

test.each([
  '',
  'nope',
  '[]',
  '{',
  '{"model":"x"',
  '{"model":"x",}',
  '{,}',
  '{"model"}',
  '{}{}',
  '{"a":1]',
  '"{}"',
  '{"a":"}',
])('H4.20 %j is no object', async text => {
  expect(await fieldsOf(text)).toBeNull()
})

test.each([
  ['more values than anybody sends', `"a":[[${'[],'.repeat(500_000)}[]]]`],
  ['the same in a member that is no list', `"a":{"a":[${'[],'.repeat(500_000)}[]]}`],
  ['more members', Array.from({ length: 1_000 }, (_, at) => `"k${at}":0`).join()],
  ['more space between two values', `"a":1${' '.repeat(1_500_000)}`],
  ['more letters of a number', `"a":${'1'.repeat(1_500_000)}`],
  ['a text that is nothing but escapes', `"a":"${'\\"'.repeat(1_000_001)}"`],
])('H4.25 a body with %s is not parsed, and others get their turn while its fields are read', async (_, more) => {
  const bytes = bytesOf(`{${more},"model":"x","stream":true}`)
  const parse = vi.spyOn(JSON, 'parse')
  const members = scanObject(bytes)
  let turns = 0
  const timer = setInterval(() => turns++, 0)
  const fields = await readFields(bytes, ['model', 'stream'])
  clearInterval(timer)
  const longest = Math.max(...parse.mock.calls.map(([text]) => text.length))
  parse.mockRestore()
  expect([members, fields]).toEqual([null, { model: 'x', stream: true }])
  if (bytes.length > 1_000_000) expect(turns).toBeGreaterThan(1)
  expect(longest).toBeLessThan(100)
})

test.each([
  ['space before its end', `{"model":"x","a":1${' '.repeat(1_500_000)}}`],
  ['space before all', `${' '.repeat(1_500_000)}{"model":"x"}`],
  ['a long text', `{"model":"x","a":"${'\\n'.repeat(750_000)}"}`],
])('H4.25 of a body with %s little is looked at in one turn', async (_, text) => {
  const looks = [0]
  const bytes = new Proxy(bytesOf(text), {
    get(target, name) {
      if (Number.isInteger(Number(name))) looks[0]!++
      const value = Reflect.get(target, name, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
  const { setTimeout } = globalThis
  vi.stubGlobal('setTimeout', (...args: Parameters<typeof setTimeout>) => {
    looks.unshift(0)
    return setTimeout(...args)
  })
  const fields = await readFields(bytes, ['model'])
  vi.unstubAllGlobals()
  expect(fields).toEqual({ model: 'x' })
  expect(looks.length).toBeGreaterThan(5)
  expect(Math.max(...looks)).toBeLessThan(250_000)
})
