import fc from 'fast-check'
import { expect, test } from 'vitest'
import { LonghandError } from './errors.ts'
import { parsePolicy } from './parse-policy.ts'
import { plan } from './plan.ts'
import { classic, type Policy, presets } from './policy.ts'
import { windowStatus } from './window.ts'

test('F6 every preset, and any part of one, is a policy', () => {
  for (const preset of Object.values(presets)) expect(parsePolicy(JSON.parse(JSON.stringify(preset)))).toEqual(preset)
  expect(parsePolicy({ target: 0.4 })).toEqual({ target: 0.4 })
  expect(parsePolicy({})).toEqual({})
})

test.each([
  [null, /must be an object/],
  [[], /must be an object/],
  [{ threshold: null }, /threshold must be an object with share, tokens, messages, turns/],
  [{ keep: { by: 'messages' } }, /keep must be/],
  [{ schedule: {} }, /schedule must be/],
  [{ landmarks: ['evil'] }, /landmarks is evil/],
  [{ target: 9 }, /target is 9/],
  [{ limits: 'off' }, /limits is no part of a policy/],
  [JSON.parse('{"__proto__":{"target":9}}'), /__proto__ is no part of a policy/],
])('F6 %j is no policy, and the sentence says why', (value, sentence) => {
  expect(() => parsePolicy(value)).toThrow(sentence)
})

test('F6 any JSON is a policy that can be planned with, or is refused with a code', () => {
  const figures = fc.oneof(fc.jsonValue(), fc.double(), fc.integer())
  const status = windowStatus(
    {
      used: 900,
      source: 'estimated',
      breakdown: { system: 0, tools: 0, summary: 0, protected: 0, messages: 900, attachments: 0 },
    },
    { window: 1_000, reserve: 100 },
  )
  const keys = fc.constantFrom(...(Object.keys(classic) as (keyof Policy)[]))
  fc.assert(
    fc.property(fc.dictionary(keys, figures, { maxKeys: 3 }), value => {
      try {
        const policy = { ...classic, ...parsePolicy(value) }
        expect(plan([], policy, { by: 'threshold', status }).type).toBe('rest')
      } catch (error) {
        expect(error).toBeInstanceOf(LonghandError)
      }
    }),
    { numRuns: 1_000 },
  )
})
