import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Message } from '../core/message.ts'
import type { View, ViewMessage } from '../core/view.ts'
import { tallyOf } from './view-tally.ts'

const picture = { type: 'file', mediaType: 'image/png', name: null, source: { type: 'base64', data: 'AAAA' } } as const

const messages: fc.Arbitrary<ViewMessage> = fc.record({
  kind: fc.constantFrom('verbatim' as const, 'trimmed' as const, 'summary' as const, 'digest' as const),
  message: fc.boolean().map((hasFile): Message => ({ role: 'user', parts: hasFile ? [picture] : [] })),
  span: fc.nat(100).map(from => ({ from, to: from })),
  count: fc.nat(5_000),
})

test('L17 views that begin with the same message are tallied as if each were the first', () => {
  const grown = fc.record({ keep: fc.nat(8), add: fc.array(messages, { maxLength: 5 }) })
  fc.assert(
    fc.property(messages, fc.array(grown, { maxLength: 10 }), (first, steps) => {
      let view: View = [first]
      for (const { keep, add } of steps) {
        view = [first, ...view.slice(1, 1 + keep), ...add]
        expect(tallyOf(view)).toEqual({ ...tallyOf(structuredClone(view)), view })
      }
    }),
  )
})

test('a view of nothing has nothing to tally', () => {
  expect(tallyOf([])).toMatchObject({ depths: [], words: [], texts: [] })
})
