import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { maxChars, toolOutput } from './tool-output.ts'

const text = (said: string) => ({ type: 'text', text: said }) as const

test.each<[string, CallToolResult, string]>([
  ['texts are joined', { content: [text('one'), text('two')] }, 'one\ntwo'],
  ['a structured answer without words is JSON', { content: [], structuredContent: { a: 1 } }, '{"a":1}'],
  [
    'an image is named, never shown as text',
    { content: [{ type: 'image', data: 'AAAA', mimeType: 'image/png' }] },
    '[image/png, 3 bytes, not shown]',
  ],
  [
    'a resource comes with its address',
    { content: [{ type: 'resource', resource: { uri: 'file:///a', text: 'A' } }] },
    'file:///a\nA',
  ],
  [
    'bytes of a resource are named',
    { content: [{ type: 'resource', resource: { uri: 'file:///a', blob: 'AAAA' } }] },
    '[file:///a: bytes, not shown]',
  ],
  ['a link is named', { content: [{ type: 'resource_link', name: 'A', uri: 'file:///a' }] }, '[A: file:///a]'],
])('H7 %s', (_, result, said) => {
  expect(toolOutput(result)).toBe(said)
})

test('H7 what a tool says about its failure is thrown', () => {
  expect(() => toolOutput({ content: [text('No such file.')], isError: true })).toThrow('No such file.')
  expect(() => toolOutput({ content: [], isError: true })).toThrow('The tool failed and did not say why.')
})

test('H7 however much a tool says, what is kept is bounded, well formed, and tells what is missing', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 3 * maxChars }), fc.constantFrom('a', '🌍', '世'), (many, sign) => {
      const said = sign.repeat(many)
      const kept = toolOutput({ content: [text(said)] })
      expect(kept.isWellFormed()).toBe(true)
      expect(kept.length).toBeLessThan(maxChars + 100)
      const left = said.length - maxChars
      if (left > 0) expect(kept).toContain(`${left.toLocaleString('en')} characters left out`)
      else expect(kept === said).toBe(true)
      expect(kept.startsWith(sign) && kept.endsWith(sign)).toBe(many > 0)
    }),
    { numRuns: 200 },
  )
})
