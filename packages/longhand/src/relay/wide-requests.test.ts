import { afterEach, expect, test } from 'vitest'
import type { Steps } from '../core/steps.ts'
import { localOwner } from '../engine/ports/store.ts'
import { openMemory } from '../stores/memory/open.ts'
import { openTestEngine, settle, type TestEngine } from '../testing/test-engine.ts'
import { createItemCache, type ItemCache } from './item-cache.ts'
import { newMessagesSteps } from './new-entries.ts'
import { openConversation } from './open-conversation.ts'
import type { PartDigest } from './part-digest.ts'
import type { Protocol } from './protocol.ts'
import { anthropicProtocol } from './protocol-anthropic.ts'
import { openaiChatProtocol } from './protocol-openai-chat.ts'
import { openaiResponsesProtocol } from './protocol-openai-responses.ts'
import { type ClientRequest, readRequest, readRequestSteps } from './read-request.ts'
import { createRelay } from './relay.ts'
import { scanObject } from './scan-object.ts'
import { trailOf, trailSteps } from './trail.ts'

let it: TestEngine | null = null
afterEach(async () => {
  if (it !== null) await settle(it)
  it = null
})

type Shape = 'blocks' | 'messages' | 'calls'

/** A request that is wide in one way, and whose last message comes after an answer. */
function wideBytes({ list, name }: Protocol, shape: Shape, many: number): Uint8Array {
  const each = <Value>(make: (at: number) => Value) => Array.from({ length: many }, (_, at) => make(at))
  const type = name === 'openai-responses' ? 'input_text' : 'text'
  const call = (at: number) =>
    name === 'openai-chat'
      ? { id: `c${at}`, type: 'function', function: { name: 'run', arguments: '{}' } }
      : { type: 'tool_use', id: `c${at}`, name: 'run', input: {} }
  const wide = {
    blocks: [{ role: 'user', content: each(at => ({ type, text: `Block ${at}.` })) }],
    messages: each(at => ({ role: 'user', content: `Message ${at}.` })),
    calls: [
      { role: 'user', content: 'Go.' },
      name === 'openai-chat'
        ? { role: 'assistant', content: null, tool_calls: each(call) }
        : { role: 'assistant', content: each(call) },
    ],
  }
  const rest = [
    { role: 'assistant', content: 'Fine.' },
    { role: 'user', content: 'Go on.' },
  ]
  return Buffer.from(JSON.stringify({ model: 'm', [list]: [...wide[shape], ...rest] }))
}

const protocols = [anthropicProtocol, openaiChatProtocol, openaiResponsesProtocol]

function requestOf(protocol: Protocol, shape: Shape, many: number): ClientRequest {
  const bytes = wideBytes(protocol, shape, many)
  const read = readRequest({ bytes, members: scanObject(bytes), protocol }, { cache: createItemCache() })
  if ('leftAlone' in read) throw new Error(read.leftAlone)
  return read
}

/** A list, and how often its items were asked for. */
function counted<Item>(items: readonly Item[]) {
  const reads = { many: 0 }
  const list = new Proxy(items, {
    get(target, key) {
      if (typeof key === 'string' && /^\d+$/.test(key)) reads.many++
      return Reflect.get(target, key)
    },
  })
  return { list, reads }
}

function stepsOf<Result>(steps: Steps<Result>): number {
  let many = 1
  while (!steps.next().done) many++
  return many
}

test.each(protocols)('H4.38 a wide request of $name is read in steps, and what is made of it too', protocol => {
  for (const shape of ['blocks', 'messages', 'calls'] as const) {
    const bytes = wideBytes(protocol, shape, 5_000)
    const options = { cache: createItemCache() }
    expect(stepsOf(readRequestSteps({ bytes, members: scanObject(bytes), protocol }, options))).toBeGreaterThan(10)
    const request = requestOf(protocol, shape, 5_000)
    const isSplit = shape === 'messages' || (shape === 'blocks' && protocol !== openaiResponsesProtocol)
    const trail = trailOf('root', request.parts)
    expect(stepsOf(newMessagesSteps(request, { from: 0, trail }))).toBeGreaterThan(isSplit ? 5 : 0)
    if (request.parts.length > 4_000) expect(stepsOf(trailSteps('root', request.parts))).toBeGreaterThan(3)
  }
})

test.each(protocols)(
  'H4.38 to begin a wide conversation of $name, each of its parts is looked at a few times',
  async protocol => {
    for (const shape of ['blocks', 'messages'] as const) {
      it = await openTestEngine({ storage: openMemory() })
      const request = requestOf(protocol, shape, 3_000)
      const [parts, pieces] = [counted(request.parts), counted(request.pieces)]
      const titles: string[] = []
      await openConversation(
        { ...it.scope, conversation: crypto.randomUUID() },
        {
          call: { model: 'm', client: 'test', protocol },
          hint: '',
          request: { ...request, parts: parts.list, pieces: pieces.list },
          titleOf: text => {
            titles.push(text)
            return text.slice(0, 100)
          },
        },
      )
      // Where all blocks are one message, its first words are enough for a title.
      const last =
        shape === 'messages' ? 'Message 2999.' : protocol === openaiResponsesProtocol ? 'Block 499.' : 'Block 2999.'
      expect(titles[0]!.split('\n').at(-1)).toBe(last)
      expect(parts.reads.many).toBeLessThan(5 * 3_000)
      expect(pieces.reads.many).toBeLessThan(5 * 3_000)
    }
  },
)

test('H4.38 whoever looks for the first answer looks at each part once', () => {
  let looks = 0
  const part: PartDigest = {
    type: 'text',
    digest: 'd',
    get role() {
      looks++
      return 'user' as const
    },
  }
  const known = { pieces: [{ block: null, role: 'user', parts: [part] }], calls: [] } as const
  const cache: ItemCache = { get: () => known, set: () => {}, settle: async () => {} }
  const bytes = wideBytes(anthropicProtocol, 'messages', 3_000)
  const request = { bytes, members: scanObject(bytes), protocol: anthropicProtocol }
  expect(readRequest(request, { cache, extent: 'opening' })).toMatchObject({ parts: { length: 3_002 } })
  expect(looks).toBeLessThan(2 * 3_002)
})

test('H4.25 a request in more than 100,000 pieces is left alone, and one in fewer is not', () => {
  const read = (shape: Shape, many: number, protocol: Protocol = anthropicProtocol) => {
    const bytes = wideBytes(protocol, shape, many)
    return readRequest({ bytes, members: scanObject(bytes), protocol }, { cache: createItemCache() })
  }
  expect(read('blocks', 99_000)).toHaveProperty('pieces.length', 99_002)
  expect(read('blocks', 100_001)).toEqual({ leftAlone: 'unread' })
  expect(read('blocks', 100_001, openaiResponsesProtocol)).toEqual({ leftAlone: 'unread' })
  expect(read('calls', 100_001, openaiChatProtocol)).toEqual({ leftAlone: 'unread' })
}, 60_000)

test('H4.38 others get their turn while a wide request is opened', async () => {
  it = await openTestEngine({ storage: openMemory(), window: 10_000_000 })
  const { engine } = it
  const relay = createRelay({ engine: () => engine, secret: 's', titleOf: text => text.slice(0, 100) })
  const bytes = wideBytes(anthropicProtocol, 'blocks', 30_000)
  let turns = 0
  const looking = setInterval(() => turns++, 0)
  const relayed = await relay.open({
    ...{ owner: localOwner, protocol: anthropicProtocol, bytes, members: await relay.scan(bytes) },
    ...{ model: 'scripted', rename: null, client: 'test', header: () => null, summariser: null },
    signal: new AbortController().signal,
  })
  clearInterval(looking)
  expect(relayed.state.type).toBe('kept')
  expect(turns).toBeGreaterThan(5)
  await relayed.stored
}, 60_000)

test('H4.25 others get their turn while a body is taken apart', async () => {
  it = await openTestEngine({ storage: openMemory() })
  const { engine } = it
  const { scan } = createRelay({ engine: () => engine, secret: 's', titleOf: text => text })
  let turns = 0
  const looking = setInterval(() => turns++, 0)
  const members = await scan(Buffer.from(`{"messages":[[]${',[]'.repeat(90_000)}]}`))
  clearInterval(looking)
  expect(members).toHaveLength(1)
  expect(turns).toBeGreaterThan(2)
})
