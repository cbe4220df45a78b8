import { expect, test } from 'vitest'
import type { Json } from '../core/json.ts'
import type { FilePart, Message, Part } from '../core/message.ts'
import { countTokens } from './count.ts'
import { countMedia, countMessage, countMessageAsync } from './count-message.ts'
import { mediaTokens } from './media.ts'

const said = (...parts: readonly Part[]): Message => ({ role: 'assistant', parts })
const sealed = Buffer.from('x'.repeat(4_000)).toString('base64')

test('T1 a message is the sum of its words, calls and results, and what is around them', () => {
  const input = { path: 'src/index.ts', lines: [1, 20] }
  const call: Part = { type: 'tool-call', callId: 'c1', name: 'read_file', input }
  const result: Part = { type: 'tool-result', callId: 'c1', name: 'read_file', outcome: 'ok', output: 'export {}' }
  const words = countTokens('Let me look.') + countTokens('read_file') + countTokens(JSON.stringify(input))
  expect(countMessage(said({ type: 'text', text: 'Let me look.' }, call))).toBe(words + 6)
  expect(countMessage({ role: 'tool', parts: [result] })).toBe(countTokens('export {}') + 6)
})

test('V10 what is sealed in an opaque part counts as what it stands for, the rest as text', () => {
  const opaque = (value: Record<string, string>): Message => said({ type: 'opaque', kind: 'reasoning', value })
  const [plain, withSealed] = [opaque({ id: 'rs_1', encrypted: '' }), opaque({ id: 'rs_1', encrypted: sealed })]
  expect(countMessage(withSealed) - countMessage(plain)).toBe(1_001)
  expect(countTokens(sealed)).toBeGreaterThan(2_000)
})

test('T6 a message is counted the same without holding the event loop', async () => {
  const message = said(
    { type: 'reasoning', text: 'a'.repeat(50_000) },
    { type: 'text', text: 'A word.\n'.repeat(5_000) },
  )
  expect(await countMessageAsync(message)).toBe(countMessage(message))
})

const file = (mediaType: string, more: Partial<FilePart> = {}): FilePart => ({
  type: 'file',
  mediaType,
  name: null,
  source: { type: 'base64', data: 'A'.repeat(200_000) },
  ...more,
})

test.each([
  // rule              size          tokens
  ['claude', 560, 280, 200],
  ['claude', 4_000, 3_000, 1_568],
  ['claude-large', 2_000, 1_500, 3_888],
  ['openai-tiles', 1_024, 1_024, 765],
  ['openai-tiles', 2_048, 4_096, 1_105],
  ['openai-patches', 1_024, 1_024, 1_024],
  ['openai-patches', 4_000, 4_000, 1_536],
  ['gemini', 4_000, 3_000, 1_120],
] as const)('V10 by the rule of %s an image of %i × %i is %i tokens', (rule, width, height, tokens) => {
  expect(mediaTokens(file('image/png', { width, height }), rule)).toBe(tokens)
})

test('V10 no file is counted by the letters of its base64', () => {
  for (const mediaType of ['image/png', 'application/pdf', 'audio/mpeg', 'video/mp4']) {
    expect(countMedia(said(file(mediaType)), 'claude')).toBeLessThan(10_000)
  }
  expect(countMedia(said(file('text/csv')), 'claude')).toBe(37_500)
  // What an app says of its type makes a picture neither longer nor shorter.
  for (const kind of ['image', 'audio', 'video'])
    expect(countMedia(said(file(kind)), 'claude')).toBe(countMedia(said(file(`${kind}/x`)), 'claude'))
})

const bytes = Buffer.from(Array.from({ length: 60_000 }, (_, at) => (at * 7_919) % 251)).toString('base64')
const picture = `data:image/png;base64,${bytes}`

test.each([
  ['Anthropic', { type: 'image', source: { type: 'base64', media_type: 'image/png', data: bytes } }],
  ['Anthropic, by URL', { type: 'image', source: { type: 'url', url: 'https://example.com/a.png' } }],
  ['MCP', { type: 'image', data: bytes, mimeType: 'image/png' }],
  ['AI SDK 5', { type: 'media', data: bytes, mediaType: 'image/png' }],
  ['AI SDK 6', { type: 'image-data', data: bytes, mediaType: 'image/png' }],
  ['AI SDK 6, by URL', { type: 'image-url', url: 'https://example.com/a.png' }],
  ['AI SDK 7', { type: 'file', mediaType: 'image/png', data: { type: 'data', data: bytes } }],
  ['OpenAI', { type: 'input_image', image_url: picture }],
  ['OpenAI, chat', { type: 'image_url', image_url: { url: picture } }],
])('V10 a picture that a tool returns is counted as a picture, not by its letters: %s', async (_, item) => {
  const result = (output: Json) => ({ type: 'tool-result', callId: 'c', name: 'shot', outcome: 'ok', output }) as const
  const seen: Message = { role: 'tool', parts: [result([{ type: 'text', text: 'The page.' }, item])] }
  const told: Message = { role: 'tool', parts: [result([{ type: 'text', text: 'The page.' }])] }
  expect(countMessage(seen)).toBe(countMessage(told) + mediaTokens(file('image/png'), 'claude'))
  expect(await countMessageAsync(seen)).toBe(countMessage(seen))
})

test.each([
  ['JSON that holds one', { screenshot: bytes }],
  ['a list of other things', [{ type: 'row', data: bytes }]],
  ['a picture without anything in it', [{ type: 'image' }]],
])('V10 what is sent as text is counted as text: %s', (_, output) => {
  const message: Message = {
    role: 'tool',
    parts: [{ type: 'tool-result', callId: 'c', name: 'read', outcome: 'ok', output: output as Json }],
  }
  expect(countMedia(message, 'claude')).toBe(0)
  expect(countMessage(message)).toBeGreaterThanOrEqual(JSON.stringify(output).length / 10)
})
