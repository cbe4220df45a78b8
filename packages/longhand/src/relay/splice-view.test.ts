import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Branch } from '../core/branch.ts'
import { layoutOf } from '../core/layout.ts'
import { viewOf } from '../core/view.ts'
import { bodyOf, conversations, type Quirks, quirks, type Spoken } from '../testing/spoken.ts'
import { editBytes } from './edit-bytes.ts'
import { createItemCache } from './item-cache.ts'
import { newMessages } from './new-entries.ts'
import { digestsOf } from './part-digest.ts'
import { anthropicProtocol } from './protocol-anthropic.ts'
import { openaiChatProtocol } from './protocol-openai-chat.ts'
import { openaiResponsesProtocol } from './protocol-openai-responses.ts'
import { type ClientRequest, readRequest } from './read-request.ts'
import { scanObject } from './scan-object.ts'
import { spliceView } from './splice-view.ts'
import { trailOf } from './trail.ts'

const protocols = {
  anthropic: anthropicProtocol,
  'openai-chat': openaiChatProtocol,
  'openai-responses': openaiResponsesProtocol,
}

function read(bytes: Uint8Array, { protocol }: Pick<Quirks, 'protocol'>): ClientRequest {
  const found = readRequest(
    { bytes, members: scanObject(bytes), protocol: protocols[protocol] },
    { cache: createItemCache() },
  )
  if ('leftAlone' in found) throw new Error(found.leftAlone)
  return found
}

/** A request whose conversation is folded from the second message up to a depth, but for those that are kept inside. */
function fold(
  spoken: readonly Spoken[],
  how: Quirks,
  { share, kept }: { readonly share: number; readonly kept: boolean },
) {
  const given = bodyOf(spoken, how)
  const request = read(new TextEncoder().encode(given), how)
  const trail = trailOf('root', request.parts)
  const messages = newMessages(request, { from: 0, trail })
  const entries = messages.map(
    ({ id, message }, at) => ({ type: 'message', id, message, depth: at + 1, number: at + 1, count: 1 }) as const,
  )
  // Whole exchanges, as a plan has it: a fold ends before something that a person said.
  const ends = entries.flatMap(({ depth, message }) => (message.role === 'user' && depth > 2 ? [depth - 1] : []))
  const to = ends[Math.floor(share * ends.length)]
  if (to === undefined) return null
  const person = entries.find(({ depth, message }) => depth > 2 && depth < to && message.role === 'user')
  const inside = kept && person !== undefined ? [person.depth] : []
  const summary = {
    type: 'summary',
    span: { from: 2, to },
    kept: inside,
    text: 'Old.',
    tag: 'summary',
    count: 1,
  } as const
  const place = { id: 'c', version: 1, base: null, edits: null, depth: entries.length + 1 }
  const branch: Branch = [...entries, { type: 'compaction', ...place, folds: [summary] }]
  const layout = layoutOf(branch)
  const edit = spliceView(request, trail, { branch, layout, view: viewOf(layout), newest: [] })!
  const staying = entries.filter(({ depth }) => depth === 1 || depth > to || inside.includes(depth))
  return { given, request, staying, sent: Buffer.concat(editBytes(request.bytes, [edit])).toString() }
}

const folded = fc.record({ share: fc.double({ min: 0, max: 0.99, noNaN: true }), kept: fc.boolean() })
const isOurs = (text: string): boolean => text.includes('<summary>')

test('H4.2 what stays is in the request as the client wrote it, byte for byte and in order; the summary is ours', () => {
  let folds = 0
  fc.assert(
    fc.property(conversations, quirks, folded, (spoken, how, what) => {
      const found = fold(spoken, how, what)
      if (found === null) return
      folds++
      const { given, sent, staying } = found
      const bytes = new TextEncoder().encode(sent)
      const now = read(bytes, how)
      const textAt = (from: number, to: number) => new TextDecoder().decode(bytes.subarray(from, to))
      for (const { from, to } of now.items) {
        const text = textAt(from, to)
        if (isOurs(text) || given.includes(text)) continue
        // Some blocks of an item: each of them is the client's, and so is what stands around them.
        const inner = bytes.subarray(from, to)
        const content = scanObject(inner)!.find(({ key }) => key === 'content')!
        expect(given).toContain(new TextDecoder().decode(inner.subarray(0, content.value.from)))
        for (const block of content.items!) expect(given).toContain(textAt(from + block.from, from + block.to))
      }
      const wanted = staying.flatMap(({ message }) => digestsOf(message).map(({ digest }) => digest))
      const [, summary] = [null, now.parts.length - wanted.length]
      expect(summary).toBe(1)
      const at = digestsOf(staying[0]!.message).length
      expect(now.parts.filter((_, index) => index !== at).map(({ digest }) => digest)).toEqual(wanted)
    }),
    { numRuns: 500 },
  )
  expect(folds).toBeGreaterThan(100)
})

test('H4.3, H4.5 what surrounds the conversation stays as it is, and the system is always heard', () => {
  fc.assert(
    fc.property(conversations, quirks, folded, (spoken, how, what) => {
      const found = fold(spoken, how, what)
      if (found === null) return
      const { given, request, sent } = found
      const { from, to } = request.list
      const around = [request.bytes.subarray(0, from), request.bytes.subarray(to)].map(part =>
        new TextDecoder().decode(part),
      )
      expect(sent.startsWith(around[0]!)).toBe(true)
      expect(sent.endsWith(around[1]!)).toBe(true)
      if (how.system !== '') expect(sent).toContain(how.system)
      expect(given).not.toBe(sent)
    }),
  )
})
