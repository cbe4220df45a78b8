import { expect, test } from 'vitest'
import { extract } from '../extract.ts'
import { linesOf } from './lines.ts'
import { quotesOf } from './quote.ts'
import { unescapedJson } from './unescaped-json.ts'

const printed = 'FAIL src/a.test.ts\n  expected "one" to be "two"\n  at C:\\work\\a.ts'

test.each([
  ['once', JSON.stringify({ output: printed, metadata: { exit_code: 1 } })],
  ['twice', JSON.stringify({ content: [{ type: 'text', text: JSON.stringify({ output: printed }) }] })],
  ['three times', JSON.stringify(JSON.stringify({ text: JSON.stringify({ output: printed }) }))],
  ['line by line', `{"level":"info"}\n${JSON.stringify({ msg: printed })}`],
])('Q1 what stands in JSON %s is quoted as it was printed', (_, output) => {
  const [quotes] = quotesOf([{ number: 1, message: result(output) }])
  const texts = quotes!.map(({ text }) => text)
  expect(texts).toContain('expected "one" to be "two"')
  expect(texts).toContain('at C:\\work\\a.ts')
  expect(texts.join('\n')).not.toMatch(/\\n|\\"/)
})

test('Q1 JSON that was cut off is read without its backslashes too', () => {
  const output = JSON.stringify({ text: JSON.stringify({ output: printed }) }).slice(0, -12)
  expect(linesOf(unescapedJson(output))).toContain('expected "one" to be "two"')
})

test.each([
  '{"name":"longhand","version":"1.0.0"}',
  '{\n  "scripts": {\n    "test": "node -e \\"run()\\""\n  }\n}',
  'printf("one\\ntwo\\n")',
  '"one\\ntwo",\n"three"',
  'echo "{\\"a\\": 1}"',
  '[x] replace \\n by a space',
  'const pattern = /\\n\\"/',
])('Q1 %j is quoted as it stands', text => {
  expect(unescapedJson(text)).toBe(text)
})

test('Q1 no text of a fold has escaped line breaks from JSON in JSON', () => {
  const messages = Array.from({ length: 6 }, (_, at) => ({
    number: at + 1,
    message: result(JSON.stringify({ text: JSON.stringify({ output: `Error: parseHeader${at} failed\n${printed}` }) })),
  }))
  const count = (text: string): number => Math.ceil(text.length / 4)
  const { text } = extract({ messages, staying: new Set(), prose: null, budget: 500, targetRetention: 1, count })
  expect(text).toContain('parseHeader5 failed')
  expect(text).not.toMatch(/\\n|\\"/)
})

const result = (output: string) => ({
  role: 'tool' as const,
  parts: [{ type: 'tool-result' as const, callId: '1', name: 'shell', outcome: 'error' as const, output }],
})
