import { expect, test } from 'vitest'
import type { MessageEntry } from '../core/entry.ts'
import { user } from '../core/message.ts'
import { fitTranscript } from './fit-transcript.ts'

const count = (text: string): number => Math.ceil(text.length / 4)
const entry = (number: number, message: MessageEntry['message']): MessageEntry => ({
  ...{ id: `e${number}`, depth: number, number, type: 'message', message, count: 10 },
})
const printed = (output: string): MessageEntry['message'] => ({
  role: 'tool',
  parts: [{ type: 'tool-result', callId: 'c', name: 'Read', outcome: 'ok', output }],
})

test('C8 a summariser reads all that people typed, and of each thing a tool printed what is usually enough', () => {
  const typed = 'Please read this and tell me what is wrong. '.repeat(100).trim()
  const messages = [entry(1, user(typed)), entry(2, printed(`begin ${'x'.repeat(20_000)} end`))]
  const text = fitTranscript({ messages, fence: 'k7q2', maxTokens: 100_000 }, count)!
  expect(text).toContain(typed)
  expect(text).toContain('begin')
  expect(text).toContain('end')
  expect(text.length).toBeLessThan(typed.length + 2_500)
})

test('C8 of what tools printed no more is read than is wanted, though there were room for it', () => {
  const messages = Array.from({ length: 20 }, (_, at) => entry(at + 1, printed('x'.repeat(5_000))))
  const tokensFor = (wantedTokens: number) =>
    count(fitTranscript({ messages, fence: 'k7q2', maxTokens: 100_000, wantedTokens }, count)!)
  expect(tokensFor(20_000)).toBeGreaterThan(9_000)
  expect(tokensFor(6_500)).toBeLessThanOrEqual(6_500)
  // The messages themselves are all there, however little is wanted.
  expect(tokensFor(100)).toBe(tokensFor(3_000))
})

test('F1 where that does not fit, tool texts get shorter, and then there is none', () => {
  const messages = Array.from({ length: 20 }, (_, at) => entry(at + 1, printed('x'.repeat(5_000))))
  const fitted = (maxTokens: number) => fitTranscript({ messages, fence: 'k7q2', maxTokens }, count)
  expect(count(fitted(6_500)!)).toBeLessThanOrEqual(6_500)
  expect(count(fitted(3_000)!)).toBeLessThanOrEqual(3_000)
  expect(fitted(500)).toBeNull()
})
