import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cutMessages, lengthOfMessages } from './cut-messages.ts'
import type { Message, Part } from './message.ts'

const part: fc.Arbitrary<Part> = fc.oneof(
  fc.record({ type: fc.constantFrom('text' as const, 'reasoning' as const), text: fc.string({ unit: 'binary' }) }),
  fc.record({
    type: fc.constant('tool-call' as const),
    callId: fc.string(),
    name: fc.string(),
    input: fc.dictionary(fc.string(), fc.string()),
  }),
  fc.record({
    type: fc.constant('tool-result' as const),
    callId: fc.string(),
    name: fc.string(),
    outcome: fc.constant('ok' as const),
    output: fc.oneof(fc.string(), fc.array(fc.string())),
  }),
)
const messages = fc.array(
  fc.record({ role: fc.constantFrom('assistant' as const, 'tool' as const), parts: fc.array(part, { minLength: 1 }) }),
)

test('F6 messages that are cut take no more than they may, and begin as they were', () => {
  fc.assert(
    fc.property(messages, fc.nat(200), (all, max) => {
      const cut = cutMessages(all, max)
      // The mark that shows the cut is written once.
      expect(lengthOfMessages(cut)).toBeLessThanOrEqual(max + 40)
      if (lengthOfMessages(all) <= max) expect(cut).toEqual(all)
    }),
  )
})

test('F6 a text is cut where the cut can be seen, and half a call is none', () => {
  const call = { type: 'tool-call', callId: 'c', name: 'write', input: { text: 'x'.repeat(100) } } as const
  const said: Message = { role: 'assistant', parts: [{ type: 'text', text: 'A long answer 😀' }, call] }
  expect(cutMessages([said], 15)).toEqual([
    { role: 'assistant', parts: [{ type: 'text', text: 'A long answer \ufffd\n[cut off here: too long]' }] },
  ])
  expect(cutMessages([said], 50)).toEqual([{ role: 'assistant', parts: [said.parts[0]] }])
})

test('F6 a part that says nothing takes no room', () => {
  const silent: Message = { role: 'assistant', parts: [{ type: 'text', text: '' }] }
  expect(cutMessages([silent], 0)).toEqual([silent])
})

test('F6 of bytes in a tool output that is too long nothing stays but a mark', () => {
  const data = `iVBORw0KGgo${'aB3dE5gH7kLmN0pQ/sTu'.repeat(150)}==`
  const output = [
    { type: 'image', data },
    { type: 'text', text: 'A red button.' },
  ]
  const result: Part = { type: 'tool-result', callId: 'c', name: 'look', outcome: 'ok', output }
  const [message] = cutMessages([{ role: 'tool', parts: [result] }], 500)
  expect(message!.parts).toEqual([
    {
      ...result,
      output:
        '[{"type":"image","data":"[3013 characters of binary data cut off here: too long]"},{"type":"text","text":"A red button."}]',
    },
  ])
})
