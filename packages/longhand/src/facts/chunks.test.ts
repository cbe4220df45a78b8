import fc from 'fast-check'
import { expect, test } from 'vitest'
import { messagesOf } from '../core/branch.ts'
import { draw } from '../testing/draw.ts'
import { chunks } from './chunks.ts'

const size = (messages: readonly { readonly count: number }[]) => messages.reduce((sum, { count }) => sum + count, 0)

test('F1 stretches hold every message once, in order, and part no call from its result', () => {
  const letters = fc.array(fc.constantFrom('u', 'a', 'c r', 'c2 r r'), { minLength: 1, maxLength: 20 })
  fc.assert(
    fc.property(letters, fc.integer({ min: 50, max: 900 }), (drawn, room) => {
      const messages = messagesOf(draw(drawn.join(' ')))
      const parts = chunks(messages, room, size)
      expect(parts.flat()).toEqual(messages)
      for (const part of parts) {
        expect(part[0]!.message.role).not.toBe('tool')
        if (part.length > 3) expect(size(part)).toBeLessThanOrEqual(Math.max(room, 300))
      }
    }),
    { numRuns: 1000 },
  )
})
