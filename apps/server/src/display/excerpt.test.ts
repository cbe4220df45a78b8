import type { Message } from 'longhand'
import { runToEnd } from 'longhand/internal/core'
import { expect, test } from 'vitest'
import { excerptSteps } from './excerpt.ts'

const excerptOf = (message: Message, words: string): string => runToEnd(excerptSteps(message, words))
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

const prose = 'The baker counts his loaves. '.repeat(7_000)
test.each([
  ['harbour', '…his loaves. The harbour master'],
  ['harbour master', '…his loaves. The harbour master'],
  ['灯台守', '…harbour master, 最後の灯台守。'],
  ['nowhere harbour', '…his loaves. The harbour'],
])('D8 K9 an excerpt shows where %j stands, however late in a text', (words, start) => {
  for (const filler of [prose, `${prose}\n\n  `, `${' '.repeat(100_000)}${prose}`]) {
    const excerpt = excerptOf(said(`${filler}The harbour master, 最後の灯台守。 ${prose}`), words)
    expect(excerpt.slice(0, start.length)).toBe(start)
    expect(excerpt.length).toBeLessThanOrEqual(161)
  }
})

test('D8 K9 an excerpt shows words of a text without spaces', () => {
  const text = '長い文章。'.repeat(10_000)
  expect(excerptOf(said(`${text}最後の灯台守。${text}`), '灯台守').slice(0, 30)).toContain('灯台守')
})

test('K9 an excerpt shows words across the pieces in which a text is read', () => {
  for (let at = 49_980; at <= 50_010; at++) {
    expect(excerptOf(said(`${'x '.repeat(30_000).slice(0, at)} harbour   master`), 'harbour master')).toContain(
      'harbour master',
    )
  }
})
