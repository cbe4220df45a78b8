import fc from 'fast-check'
import { expect, test } from 'vitest'
import { assistant, outputText, resultsOf, user } from './message.ts'
import { trim } from './trim.ts'

const holding = (output: string) =>
  ({
    number: 7,
    message: { role: 'tool', parts: [{ type: 'tool-result', callId: 'c', name: 'read', outcome: 'ok', output }] },
  }) as const

test('F1 a long tool output keeps its head and tail, and the cut says where the rest is', () => {
  const text = outputText(resultsOf(trim(holding(`${'a'.repeat(500)}${'z'.repeat(500)}`), 100))[0]!)
  expect(text).toBe(`${'a'.repeat(60)}\n[… 900 characters trimmed; stored in full as ¶ 7 …]\n${'z'.repeat(40)}`)
})

test('V13 a long text of a user is cut the same way, and what the model said never is', () => {
  const text = `${'a'.repeat(500)}${'z'.repeat(500)}`
  const cut = `${'a'.repeat(60)}\n[… 900 characters trimmed; stored in full as ¶ 7 …]\n${'z'.repeat(40)}`
  expect(trim({ number: 7, message: user(text) }, 100)).toEqual(user(cut))
  expect(trim({ number: 7, message: assistant(text) }, 100)).toEqual(assistant(text))
  const short = user('Short.')
  expect(trim({ number: 7, message: short }, 100).parts[0]).toBe(short.parts[0])
})

test('F1 a trim never leaves half a character and never touches what is short', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary', minLength: 1, maxLength: 400 }),
      fc.integer({ min: 0, max: 200 }),
      (output, limit) => {
        const entry = holding(output)
        const text = outputText(resultsOf(trim(entry, limit))[0]!)
        expect(text.isWellFormed()).toBe(true)
        if (output.length <= limit) expect(text).toBe(output)
      },
    ),
    { numRuns: 1000 },
  )
})
