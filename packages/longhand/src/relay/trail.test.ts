import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { runToEnd } from '../core/steps.ts'
import { bodyOf, conversations, type Quirks, quirks, type Spoken } from '../testing/spoken.ts'
import { createItemCache } from './item-cache.ts'
import { newMessages } from './new-entries.ts'
import { anthropicProtocol } from './protocol-anthropic.ts'
import { openaiChatProtocol } from './protocol-openai-chat.ts'
import { openaiResponsesProtocol } from './protocol-openai-responses.ts'
import { type ClientRequest, readRequest } from './read-request.ts'
import { scanObject } from './scan-object.ts'
import { createTrails, trailOf, trailRoot } from './trail.ts'

const protocols = {
  anthropic: anthropicProtocol,
  'openai-chat': openaiChatProtocol,
  'openai-responses': openaiResponsesProtocol,
}

function requestOf(spoken: readonly Spoken[], how: Quirks): ClientRequest {
  const bytes = new TextEncoder().encode(bodyOf(spoken, how))
  const read = readRequest(
    { bytes, members: scanObject(bytes), protocol: protocols[how.protocol] },
    { cache: createItemCache() },
  )
  if ('leftAlone' in read) throw new Error(read.leftAlone)
  return read
}

const trail = (spoken: readonly Spoken[], how: Quirks, owner = 'ann'): readonly string[] =>
  trailOf(trailRoot('secret', owner), requestOf(spoken, how).parts)

test('H4.8, H4.9 a conversation has one trail, whatever its client changes around its words', () => {
  fc.assert(
    fc.property(conversations, quirks, quirks, (spoken, one, other) => {
      expect(trail(spoken, one)).toEqual(trail(spoken, other))
    }),
    { numRuns: 500 },
  )
})

test('H4.8 a conversation that goes on has the trail from before, and more', () => {
  fc.assert(
    fc.property(conversations, fc.nat(), quirks, quirks, (spoken, cut, one, other) => {
      const before = trail(spoken.slice(0, 1 + (cut % spoken.length)), one)
      expect(trail(spoken, other).slice(0, before.length)).toEqual(before)
    }),
  )
})

/** A conversation with one word more, somewhere in what a person, the model or the input of a call says. */
function changed(spoken: readonly Spoken[], at: number): readonly Spoken[] {
  return spoken.map((one, place): Spoken => {
    if (place !== at) return one
    if (one.by === 'user') return { ...one, texts: [`${one.texts[0]} but`, ...one.texts.slice(1)] }
    const [first, ...others] = one.calls
    if (first === undefined) return { ...one, text: `${one.text} but` }
    return { ...one, calls: [{ ...first, input: { ...first.input, but: 1 } }, ...others] }
  })
}

test('H4.10 where a word is changed a branch begins: nothing from there on has the same name', () => {
  fc.assert(
    fc.property(conversations, fc.nat(), quirks, quirks, (spoken, pick, one, other) => {
      const at = pick % spoken.length
      const before = at === 0 ? 0 : trail(spoken.slice(0, at), one).length
      const [old, now] = [trail(spoken, one), trail(changed(spoken, at), other)]
      expect(now.slice(0, before)).toEqual(old.slice(0, before))
      const after = at === 0 || spoken[at]!.by === 'user' ? before : before + 1
      expect(new Set([...old.slice(after), ...now.slice(after)]).size).toBe(old.length + now.length - 2 * after)
    }),
    { numRuns: 500 },
  )
})

test('H4.12 two owners who say the same have no name in common', () => {
  fc.assert(
    fc.property(conversations, quirks, (spoken, how) => {
      const names = new Set(trail(spoken, how, 'ann'))
      expect(trail(spoken, how, 'bob').filter(name => names.has(name))).toEqual([])
    }),
  )
})

test('H4.6, H4.8 what is stored is the same messages, under the same names, from every client', () => {
  const wanted = (spoken: readonly Spoken[], how: Quirks) => {
    const request = requestOf(spoken, how)
    const names = trailOf('root', request.parts)
    return newMessages(request, { from: 0, trail: names }).map(({ id, message }) => ({
      ...{ id, role: message.role },
      texts: message.parts.flatMap(part => (part.type === 'text' ? [part.text.trim()] : [])),
    }))
  }
  fc.assert(
    fc.property(conversations, quirks, quirks, (spoken, one, other) => {
      const stored = wanted(spoken, one)
      expect(stored).toEqual(wanted(spoken, other))
      expect(stored[0]!.texts).toEqual(spoken[0]!.by === 'user' ? spoken[0]!.texts.map(text => text.trim()) : [])
      expect(stored.every(({ role }, at) => role !== stored[at + 1]?.role)).toBe(true)
    }),
  )
})

test('H4.8 a trail is the same whatever has come before it', () => {
  const drawn = fc.array(fc.array(fc.constantFrom(...'abc'), { maxLength: 6 }), { minLength: 2 })
  const known = new Map([...'abc'].map(digest => [digest, { role: 'user', type: 'text', digest } as const]))
  fc.assert(
    fc.property(drawn, requests => {
      const trails = createTrails()
      for (const letters of requests) {
        const parts = letters.map(letter => known.get(letter)!)
        expect(runToEnd(trails('root', parts))).toEqual(trailOf('root', parts))
      }
    }),
  )
})

/** The trail of a conversation as a client of chat completions writes it. */
function chatTrail(messages: readonly object[]): readonly string[] {
  const bytes = new TextEncoder().encode(JSON.stringify({ messages }))
  const read = readRequest(
    { bytes, members: scanObject(bytes), protocol: openaiChatProtocol },
    { cache: createItemCache() },
  )
  if ('leftAlone' in read) throw new Error(read.leftAlone)
  return trailOf('root', read.parts)
}

const question = { role: 'user', content: 'Run the tests.' }

describe.each(['functions.bash:0', 'Bash:12', 'call_0', 'call-3', '0', ''])('H4.9 a call with the id %j', id => {
  const call = { id, type: 'function', function: { name: 'bash', arguments: '{}' } }
  const returned = (content: unknown) =>
    chatTrail([question, { role: 'assistant', tool_calls: [call] }, { role: 'tool', tool_call_id: id, content }])

  test('is known by what it returned as well, which other conversations count alike', () => {
    expect(returned('3 failed')).not.toEqual(returned('all passed'))
    expect(returned('3 failed').slice(0, 2)).toEqual(returned('all passed').slice(0, 2))
  })

  test('is the same call, whether its output is a text or a list of texts with a mark', () => {
    const blocks = [{ type: 'text', text: '3 failed\n', cache_control: { type: 'ephemeral' } }]
    expect(returned(blocks)).toEqual(returned('3 failed'))
  })
})

test.each(['call_8f3kq1zc', 'toolu_01A09q90qw90lq917835lq9', 'D681PevKs', '365174485', 'call_00_Kx9'])(
  'H4.9 a call with the id %s is nobody else’s, whatever is left of its output',
  id => {
    const call = { id, type: 'function', function: { name: 'bash', arguments: '{}' } }
    const returned = (content: string) =>
      chatTrail([question, { role: 'assistant', tool_calls: [call] }, { role: 'tool', tool_call_id: id, content }])
    expect(returned('3 failed')).toEqual(returned('[cleared]'))
  },
)

test.each([
  { prefix: false },
  { provider_specific_fields: { citations: 1 }, thinking_blocks: [{ thinking: 'Hm.' }] },
  { name: 'coder', timestamp: 1 },
  { reasoning: 'Hm.' },
])('H4.8 fields of an answer that carry no words make no difference: %j', extra => {
  const answer = { role: 'assistant', content: 'Done.' }
  const more = [question, answer, question]
  expect(chatTrail([question, { ...answer, ...extra }, question])).toEqual(chatTrail(more))
  expect(chatTrail([question, { ...answer, refusal: 'No.' }, question])).not.toEqual(chatTrail(more))
})

test('H4.8 a mark for the cache on a picture makes no difference', () => {
  const picture = { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA', detail: 'low' } }
  const looked = (part: object) => chatTrail([{ role: 'user', content: [{ type: 'text', text: 'Look.' }, part] }])
  expect(looked({ ...picture, cache_control: { type: 'ephemeral' } })).toEqual(looked(picture))
})
