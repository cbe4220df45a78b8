import fc from 'fast-check'
import { expect, test } from 'vitest'
import { modelMessages, view } from '../../core/view.ts'
import { branches, histories } from '../../testing/history.ts'
import { toPrompt, toSharedPrompt } from './prompt.ts'

test('L17 a request that begins with the one before is written as if all of it were new', () => {
  fc.assert(
    fc.property(histories(), history => {
      for (const branch of branches(history)) {
        const messages = modelMessages(view(branch))
        expect(toSharedPrompt(messages, 'Be careful.')).toEqual(toPrompt(messages, 'Be careful.'))
      }
    }),
    { numRuns: 300 },
  )
})

test('L17 calls that use an id again keep their names as a request grows', () => {
  const call = { role: 'assistant', parts: [{ type: 'tool-call', callId: 'a b', name: 'read it', input: {} }] } as const
  const output = { type: 'tool-result', callId: 'a b', name: 'read it', outcome: 'ok', output: 'yes' } as const
  const exchange = () => [{ ...call }, { role: 'tool', parts: [output] }] as const
  const messages = [...exchange(), ...exchange(), ...exchange()]
  for (let end = 2; end <= messages.length; end += 2) {
    const sent = messages.slice(0, end)
    expect(toSharedPrompt(sent, null)).toEqual(toPrompt(sent))
  }
})
