import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Json } from './json.ts'
import { assistant, outputText, resultsOf, user } from './message.ts'
import { trim } from './trim.ts'

const holding = (output: Json) =>
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

const bytes = (length: number): string =>
  Array.from({ length }, (_, at) => alphabet[(at * at * 7 + at * 13 + (at >> 5)) % 64]).join('')
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
const lines = (text: string, width: number): string => text.replace(new RegExp(`.{${width}}`, 'g'), '$&\n')
const png = `iVBORw0KGgo${bytes(5_000)}==`

test.each<[string, Json]>([
  ['Anthropic', [{ type: 'image', source: { type: 'base64', media_type: 'image/png', data: png } }]],
  ['MCP', [{ type: 'audio', data: png, mimeType: 'audio/wav' }]],
  ['a data address', [{ type: 'input_image', image_url: `data:image/png;base64,${png}` }]],
  ['a field of an object', { page: { screenshot: png } }],
  ['JSON in a text', JSON.stringify({ pdf: lines(png, 76) })],
  ['lines of base64', lines(png, 64)],
  ['hex', Buffer.from(png).toString('hex')],
])('F1 a picture or other bytes in a tool output are left out altogether: %s', (_, data) => {
  const texts = ['Before.', 'After.'].map(text => ({ type: 'text', text }))
  const output = Array.isArray(data) ? [texts[0]!, ...data, texts[1]!] : data
  for (const limit of [2_000, 300]) {
    const text = outputText(resultsOf(trim(holding(output), limit))[0]!)
    expect(text).toMatch(/\[… \d{4,5} characters of binary data trimmed; stored in full as ¶ 7 …\]/)
    expect(text).not.toMatch(/[\w+/]{60}/)
    if (Array.isArray(data)) expect(text).toMatch(/Before\..*After\./)
  }
})

const sentences = 'And so it goes on. '.repeat(50_000)

test.each([
  ['at both ends', png + sentences + png],
  ['beyond what is shown', 'Before. '.repeat(10_000) + bytes(400_000) + sentences],
  ['nearly all of it', `Before. ${bytes(900_000)} After.`],
  ['none', sentences],
])('F1 a very long output is cut as a short one is, whatever bytes it has: %s', (_, output) => {
  for (const limit of [2_000, 300]) {
    const text = outputText(resultsOf(trim(holding(output), limit))[0]!)
    expect(text).not.toMatch(/[\w+/]{60}/)
    expect(text.length).toBeLessThan(limit + 200)
    for (const end of [output.slice(0, 7), output.slice(-6)]) if (!/[\w+/=]{6}/.test(end)) expect(text).toContain(end)
  }
})

test.each([
  ['a path', `/${'some/long/Path2/of-a_file/'.repeat(20)}x.ts`],
  ['code', 'export const answer = { of: [42, 43], name: "Deep Thought" }\n'.repeat(20)],
  ['a hash', `${'0123456789abcdef'.repeat(4)}\n`.repeat(3)],
  ['numbers', '1234567890'.repeat(60)],
])('F1 what people read is not taken for bytes: %s', (_, text) => {
  expect(outputText(resultsOf(trim(holding(text.repeat(2)), 300))[0]!)).not.toContain('binary')
})
