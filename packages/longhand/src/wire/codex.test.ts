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

test('D6 a log of Codex tells when things were said, and by which model', () => {
  const at = (second: number) => `2026-01-01T00:00:0${second}Z`
  const said = (role: string, second: number) => ({
    timestamp: at(second),
    type: 'response_item',
    payload: { type: 'message', role, content: [{ type: 'input_text', text: role }] },
  })
  const turn = (model: string) => ({ type: 'turn_context', payload: { model } })
  const lines = [
    turn('gpt-5'),
    said('user', 1),
    said('assistant', 2),
    turn('gpt-6'),
    said('user', 3),
    said('assistant', 4),
  ]
  const { details } = readTranscript(lines.map(line => JSON.stringify(line)).join('\n'))
  expect(details).toEqual([
    { at: Date.parse(at(1)), model: null },
    { at: Date.parse(at(2)), model: 'gpt-5' },
    { at: Date.parse(at(3)), model: null },
    { at: Date.parse(at(4)), model: 'gpt-6' },
  ])
})
