import { expect, test } from 'vitest'
import type { Message } from '../../core/message.ts'
import { ledger } from './ledger.ts'
import { survey } from './survey.ts'

test('V11 calls of one step stand in the order of their ¶, whichever of their lines are quoted', () => {
  const calls: readonly Message[] = [
    {
      role: 'assistant',
      parts: ['first', 'second'].map(callId => ({
        type: 'tool-call',
        callId,
        name: 'Read',
        input: { path: `${callId}.md` },
      })),
    },
    ...['first', 'second'].map(
      (callId): Message => ({
        role: 'tool',
        parts: [{ type: 'tool-result', callId, name: 'Read', outcome: 'ok', output: `The ${callId} page of the book` }],
      }),
    ),
  ]
  const { passages } = survey(calls.map((message, at) => ({ number: at + 1, message })))
  const chosen = passages.filter(({ quote }) => quote.text.includes('first page') || quote.text.includes('second.md'))
  expect(ledger(chosen).split('\n')).toEqual([
    '¶2 tool: Read first.md',
    ' The first page of the book',
    '¶3 tool: Read second.md',
  ])
})
