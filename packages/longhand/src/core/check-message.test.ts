import fc from 'fast-check'
import { expect, test } from 'vitest'
import { checkMessage } from './check-message.ts'
import { LonghandError } from './errors.ts'

const cyclic: Record<string, unknown> = { type: 'tool-call', callId: '1', name: 'x' }
cyclic.input = cyclic
let deep: unknown = 1
for (let level = 0; level < 10_000; level++) deep = [deep]

test.each([
  [null, /message is missing; it must be an object/],
  ['hi', /message is "hi"; it must be an object/],
  [{ role: 'robot', parts: [] }, /role is "robot"; it must be system, user, assistant or tool/],
  [{ role: 'user', parts: 'hi' }, /parts is "hi"; it must be a list of parts/],
  [{ role: 'user', parts: [{ type: 'text' }] }, /parts\[0\]\.text is missing; it must be a string/],
  [{ role: 'user', parts: [{ type: 'text', text: 7 }] }, /parts\[0\]\.text is 7/],
  [{ role: 'user', parts: [{}] }, /parts\[0\]\.type is missing/],
  [{ role: 'user', parts: [{ type: '' }] }, /parts\[0\]\.type is ""; it must be a string that is not empty/],
  [
    { role: 'user', parts: [{ type: 'tool-call', callId: 'c', name: 'x', input: {} }] },
    /only the assistant makes those/,
  ],
  [
    { role: 'user', parts: [{ type: 'tool-result', callId: 'c', name: 'x', outcome: 'ok', output: 1 }] },
    /only messages of role tool/,
  ],
  [
    { role: 'tool', parts: [{ type: 'tool-result', callId: 'c', name: 'x', outcome: 'fine', output: 1 }] },
    /outcome is "fine"; it must be ok, error, denied, missing/,
  ],
  [{ role: 'assistant', parts: [cyclic] }, /nests more than 100 levels deep, or holds itself/],
  [
    { role: 'assistant', parts: [{ type: 'tool-call', callId: '1', name: 'x', input: deep }] },
    /nests more than 100 levels/,
  ],
  [
    { role: 'user', parts: [{ type: 'text', text: 'x', provider: () => 1 }] },
    /provider is a value of type function, which JSON cannot hold/,
  ],
  [
    { role: 'user', parts: [{ type: 'file', mediaType: 'image/png', name: null, source: {} }] },
    /source is a value of type object; it must be/,
  ],
])('F6 %# a malformed message is refused with a sentence', (value, sentence) => {
  expect(() => checkMessage(value)).toThrow(LonghandError)
  expect(() => checkMessage(value)).toThrow(sentence)
})

test('V10 parts nobody here understands are carried through untouched', () => {
  const parts = [{ type: 'hologram', depth: 3 }, { type: 'constructor' }]
  expect(checkMessage({ role: 'user', parts }).parts).toEqual([
    { type: 'opaque', kind: 'hologram', value: parts[0] },
    { type: 'opaque', kind: 'constructor', value: parts[1] },
  ])
})

test('D6 what was taken once is taken again, however deep it nests', () => {
  const nested = (levels: number): unknown => Array.from({ length: levels }).reduce(inner => [inner], 1)
  const takes = (part: unknown) => {
    try {
      return checkMessage({ role: 'user', parts: [part] })
    } catch {
      return null
    }
  }
  for (let levels = 95; levels < 105; levels++) {
    const taken = takes({ type: 'hologram', value: nested(levels) })
    if (taken !== null) expect(checkMessage(taken)).toEqual(taken)
  }
  expect(takes({ type: 'hologram', value: nested(95) })).not.toBeNull()
  expect(takes({ type: 'hologram', value: nested(104) })).toBeNull()
})

test('F6 a list with a hole is refused with the place of the hole', () => {
  const parts = new Array(2)
  parts[1] = { type: 'text', text: 'a' }
  expect(() => checkMessage({ role: 'user', parts })).toThrow('parts[0] is missing; it must be an object.')
})

test('F6 anything at all is a message or a LonghandError', () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.anything(), fc.record({ role: fc.constantFrom('user', 'tool'), parts: fc.array(fc.object()) })),
      value => {
        try {
          checkMessage(value)
        } catch (error) {
          expect(error).toBeInstanceOf(LonghandError)
        }
      },
    ),
    { numRuns: 2000 },
  )
})
