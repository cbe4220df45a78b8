import type { Message } from 'longhand'
import { expect, test } from 'vitest'
import { excerptOf } from './excerpt.ts'

const said = (text: string): Message => ({ role: 'user', parts: [{ type: 'text', text }] })
const long = `${'The baker counts his loaves. '.repeat(30)}Then the accountant's table is a record.`

test.each([
  ['accountant', "…loaves. Then the accountant's table is a record."],
  ['ACCOUNTANT S table', "…loaves. Then the accountant's table is a record."],
  ['record loaves', '…baker counts his loaves. The baker'],
  ['nowhere', 'The baker counts his loaves. The baker'],
])('K9 an excerpt shows where %j stands', (words, start) => {
  expect(excerptOf(said(long), words).startsWith(start)).toBe(true)
  expect(excerptOf(said(long), words).length).toBeLessThanOrEqual(161)
})

test('K9 what tools were asked and answered is shown too', () => {
  const call: Message = {
    role: 'assistant',
    parts: [{ type: 'tool-call', callId: 'c', name: 'read', input: { path: 'a.ts' } }],
  }
  const result: Message = {
    role: 'tool',
    parts: [{ type: 'tool-result', callId: 'c', name: 'read', output: 'export\n  const', outcome: 'ok' }],
  }
  expect(excerptOf(call, 'a.ts')).toBe('read {"path":"a.ts"}')
  expect(excerptOf(result, 'const')).toBe('export const')
})
