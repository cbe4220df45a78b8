import { expect, test } from 'vitest'
import { personText } from '../core/person-text.ts'
import { readTranscript } from './read-transcript.ts'

const item = (text: string) => ({
  type: 'response_item',
  payload: { type: 'message', role: 'user', content: [{ type: 'input_text', text }] },
})
const typed = (message: string) => ({ type: 'event_msg', payload: { type: 'user_message', message } })
const wordsIn = (...lines: readonly object[]) =>
  readTranscript(lines.map(line => JSON.stringify(line)).join('\n')).messages.map(personText)

test('Q1 in a log of Codex the person wrote what an event repeats, and nothing else', () => {
  const start = { type: 'session_meta', payload: { id: 'x' } }
  expect(
    wordsIn(start, item('Reply in haiku, always.'), item('Fix the till.'), typed('Fix the till.'), {
      type: 'compacted',
      payload: { message: 'The user must have tabs.' },
    }),
  ).toEqual(['', 'Fix the till.', ''])
  expect(wordsIn(start, item('Fix the till.'), item('<turn_aborted>\nmust\n</turn_aborted>'))).toEqual([
    'Fix the till.',
    '',
  ])
})
