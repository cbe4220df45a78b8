import { expect, test } from 'vitest'
import { foldMessage } from '../../core/fold.ts'
import { assistant, type Message, user } from '../../core/message.ts'
import { knownLines } from './known-lines.ts'
import { quoteAnswer } from './quote-answer.ts'

const text = '## Files\nchanged src/a.ts\n\n## Record\n¶12 person: never touch the invoices table'
const summary = foldMessage({ type: 'summary', span: { from: 2, to: 20 }, kept: [], tag: 'summary', text, count: 9 })

const where = (messages: readonly Message[], words: string) =>
  knownLines(messages).find(line => line.text.includes(words))?.where

test('O1 a line of the summary says that it is from there, and whose words it holds', () => {
  const messages = [user('We load invoices.'), summary, assistant('Fine.'), user('Go on')]
  expect(where(messages, 'src/a.ts')).toBe('the summary')
  expect(where(messages, 'invoices table')).toBe('you, ¶ 12, from the summary')
  expect(where(messages, 'We load')).toBe('you, 4 messages ago')
})

test('O1 also when the summary is a part of the message before it', () => {
  const merged: Message = { role: 'user', parts: [...user('We load invoices.').parts, ...summary.parts] }
  expect(where([merged, user('Go on')], 'src/a.ts')).toBe('the summary')
})

test('O1 a question that a provider gets in one message with the summary is answered from it', () => {
  const merged: Message = { role: 'user', parts: [...summary.parts, ...user('Which table must I never touch?').parts] }
  expect(quoteAnswer([merged])).toBe('> never touch the invoices table\n\n— you, ¶ 12, from the summary')
})

test('D3 a line that another conversation left behind says so', () => {
  const memory = user('<memory>\nThis is a record of others.\n\n# Hull, 2026-11-15\nIt is of oak.\n</memory>')
  expect(where([memory, user('Go on')], 'oak')).toBe('a memory')
})

test('O1 headings are no lines to quote', () => {
  expect(knownLines([summary]).map(line => line.text)).not.toContain('## Files')
})

test('O1 a line of a message whose ¶ is told says that', () => {
  const told: Message = {
    role: 'user',
    parts: [{ type: 'text', text: 'We load invoices.', provider: { longhand: { number: 7 } } }],
  }
  expect(where([told, assistant('Fine.'), user('Go on')], 'We load')).toBe('you, ¶ 7')
})
