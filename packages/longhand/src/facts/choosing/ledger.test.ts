import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Message } from '../../core/message.ts'
import { readNames } from '../reading/names.ts'
import { ledger, unmarked } from './ledger.ts'
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

test('Q1 the same names stand on a line with and without the marks of a ledger', () => {
  const words = fc.string({
    unit: fc.constantFrom('a', 'B', '7', '_', '.', '/', '-', ':', '#', ' ', '…', '¶', '+', '$', '\\', 'n'),
    maxLength: 20,
  })
  const before = fc.constantFrom('', ' ', '$ ', ' + ', '- ', '¶7 tool: ', '¶1234567 person: ', '¶12 tool: + ')
  const keys = (line: string) => readNames(line, 100).map(({ key }) => key)
  fc.assert(
    fc.property(before, words, fc.constantFrom('', ' …'), (before, words, after) => {
      const line = before + words + after
      expect(keys(unmarked(line))).toEqual(keys(line))
    }),
  )
  expect(unmarked('¶12 tool: + src/fold.ts …')).toBe('src/fold.ts')
})
