import fc from 'fast-check'
import { expect, test } from 'vitest'
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
  const read = readRequest({ bytes, members: scanObject(bytes), protocol: protocols[how.protocol] }, createItemCache())
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
        expect(trails('root', parts)).toEqual(trailOf('root', parts))
      }
    }),
  )
})
