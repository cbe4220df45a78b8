import { afterEach, expect, test } from 'vitest'
import type { Message } from '../core/message.ts'
import type { Policy } from '../core/policy.ts'
import { localOwner, type Storage } from '../engine/ports/store.ts'
import type { Summariser } from '../engine/ports/summariser.ts'
import { openMemory } from '../stores/memory/open.ts'
import { openTestEngine, settle, type TestEngine } from '../testing/test-engine.ts'
import type { JsonObject } from '../wire/json-object.ts'
import { createAnswerPlaces } from './answer-places.ts'
import { createAnsweredItems } from './answered-items.ts'
import { openaiResponsesProtocol } from './protocol-openai-responses.ts'
import { createRelay, type Relay } from './relay.ts'
import type { RelayCall, RelayedRequest } from './relay-call.ts'
import { scanObject } from './scan-object.ts'
import { createUnstoredRequests } from './unstored-requests.ts'

let it: TestEngine
afterEach(async () => settle(it))

async function startRelay(storage: Storage, window = 1_000_000, policy: Partial<Policy> = {}): Promise<Relay> {
  it = await openTestEngine({ storage, window, reserve: 100, policy })
  return anotherProcess()
}
const anotherProcess = (): Relay => createRelay({ engine: () => it.engine, secret: 's', titleOf: text => text })

const another = '00000000-0000-4000-8000-00000000000f'

function callOf(fields: JsonObject, owner = localOwner): RelayCall {
  const bytes = new TextEncoder().encode(JSON.stringify({ model: 'm', ...fields }))
  return {
    ...{ owner, protocol: openaiResponsesProtocol, bytes, members: scanObject(bytes) },
    ...{ model: 'scripted', rename: null, client: 'test', header: () => null, summariser: 'server' },
    signal: new AbortController().signal,
  }
}

const asks = (at: number) => ({ role: 'user', content: `Question ${at}. ${'Some words. '.repeat(30)}` })
const refers = (at: number) => ({ type: 'item_reference', id: `msg_${at}` })
const says = (at: number) => `Answer ${at}. ${'Other words. '.repeat(10)}`

/** What a client sends that names all answers so far. */
const talk = (exchanges: number): readonly JsonObject[] => [
  ...Array.from({ length: exchanges }, (_, at) => [asks(at), refers(at)]).flat(),
  asks(exchanges),
]

async function answer(relayed: RelayedRequest, at: number, id: string | null = null): Promise<void> {
  const provider = { openai: { itemId: `msg_${at}` } }
  const message = { role: 'assistant', parts: [{ type: 'text', text: says(at), provider }] } as const
  await relayed.stored
  await relayed.answered({ message, usage: null, id, complete: true })
}

async function exchanges(relay: Relay, many: number): Promise<RelayedRequest> {
  let relayed = await relay.open(callOf({ input: talk(0) }))
  await answer(relayed, 0)
  for (let at = 1; at < many; at++) {
    relayed = await relay.open(callOf({ input: talk(at) }))
    await answer(relayed, at)
  }
  return relayed
}

async function messagesIn({ state }: RelayedRequest): Promise<readonly string[]> {
  if (state.type !== 'kept') throw new Error(state.reason)
  const found: string[] = []
  for await (const { entry } of it.engine.storage.as(localOwner).entries.walk(state.conversation))
    if (entry.type === 'message') found.push(entry.message.parts.map(part => ('text' in part ? part.text : '')).join())
  return found
}

test('H4.17 what an item only names is stored in the words of its answer, once', async () => {
  const relay = await startRelay(openMemory())
  const relayed = await exchanges(relay, 4)
  const words = [0, 1, 2, 3].flatMap(at => [asks(at).content, says(at)])
  expect(await messagesIn(relayed)).toEqual(words.map(text => expect.stringContaining(text.trim())))
})

test('H4.17, H4.2 a folded request keeps the names of newer answers as the client wrote them', async () => {
  const policy = { keep: { by: 'messages', amount: 4 }, minMessages: 4 } as const
  const relay = await startRelay(openMemory(), 3_000, policy)
  await exchanges(relay, 20)
  const relayed = await relay.open(callOf({ input: talk(20) }))
  const { input } = JSON.parse(Buffer.concat(relayed.body).toString()) as { input: readonly JsonObject[] }
  expect(input.length).toBeLessThan(talk(20).length)
  expect(input.slice(-3)).toEqual(talk(20).slice(-3))
  expect(JSON.stringify(input)).toContain('<summary>')
})

test('H4.17 another process finds the answers in the store, on whichever branch they are', async () => {
  const storage = openMemory()
  const relay = await startRelay(storage)
  await exchanges(relay, 3)
  // Its client goes back to the first answer, and on from there.
  const other = [...talk(1).slice(0, 2), { role: 'user', content: 'Something else.' }]
  await answer(await relay.open(callOf({ input: other })), 9)
  const later = await anotherProcess().open(callOf({ input: talk(3) }))
  await later.stored
  expect(await messagesIn(later)).toHaveLength(7)
})

test('H4.12, H4.17 an item of one owner says nothing to another', async () => {
  const relay = await startRelay(openMemory())
  const first = await relay.open(callOf({ input: talk(0) }))
  await answer(first, 0, 'resp_1')
  const named = await relay.open(callOf({ input: talk(1) }, another))
  const continued = await relay.open(callOf({ input: 'And?', previous_response_id: 'resp_1' }, another))
  for (const { state } of [named, continued]) expect(state).toEqual({ type: 'passed', reason: 'reference' })
})

test.each([
  ['a number', 7],
  ['an object', { id: 'resp_1' }],
  ['nothing', ''],
  ['longer than any', 'r'.repeat(5_000)],
  ['a NUL', 'a\u0000b'],
  ['half a letter', '\ud800'],
])('H4.17 the name of an answer that is %s is its provider’s to judge', async (_, previous) => {
  const relay = await startRelay(openMemory())
  const call = callOf({
    input: [asks(0), { role: 'assistant', content: 'Yes.' }, asks(1)],
    previous_response_id: previous,
  })
  const { state, body } = await relay.open(call)
  expect(state).toEqual({ type: 'passed', reason: 'reference' })
  expect(body).toEqual([call.bytes])
})

const ofClient: Summariser = { model: 'own', window: 100_000, summarise: () => new Promise(() => {}) }

test('H4.17 of first requests only so many are held, and none without a name', async () => {
  const unstored = createUnstoredRequests()
  const message: Message = { role: 'assistant', parts: [] }
  const hold = (id: string | null, length: number, said = message) => {
    const call = { ...callOf({}), bytes: new Uint8Array(length), answeredUnder: null, summariser: ofClient }
    unstored.hold(localOwner, { call, answer: { message: said, usage: null, id } })
  }
  const isHeld = async (id: string): Promise<boolean> => {
    let found = false
    await unstored.take(localOwner, id, async ({ call }) => {
      found = call.summariser === null
    })
    return found
  }
  it = await openTestEngine({ storage: openMemory() })
  hold(null, 10)
  hold('long', 5_000_000)
  hold('much said', 10, { role: 'assistant', parts: [{ type: 'text', text: 'x'.repeat(5_000_000) }] })
  for (let at = 0; at < 12; at++) hold(`mb ${at}`, 3_000_000)
  expect([await isHeld('long'), await isHeld('much said'), await isHeld('mb 0'), await isHeld('mb 11')]).toEqual([
    false,
    false,
    false,
    true,
  ])
  // Once.
  expect(await isHeld('mb 11')).toBe(false)
  for (let at = 0; at < 1_100; at++) hold(`small ${at}`, 10)
  expect([await isHeld('small 0'), await isHeld('small 1099')]).toEqual([false, true])
})

test('H4.17 what the system said is noted with the first answer that is stored, and later ones point there', () => {
  const places = createAnswerPlaces()
  const at = (entry: string) => ({ conversation: 'c', entry, view: '', system: ['Be brief.'] })
  const [whole, pointing] = [
    { view: '', system: ['Be brief.'] },
    { view: '', system: 'one' },
  ]
  const answer = { owner: localOwner, id: 'resp_1' }
  places.note(answer, at('lost'))
  expect(places.metaOf(at('lost'))).toEqual(whole)
  // It could not be stored.
  places.forget(answer)
  expect(['one', 'one', 'two'].map(entry => places.metaOf(at(entry)))).toEqual([whole, whole, pointing])
})

test('H4.17 of the words of items only so many are held', () => {
  const items = createAnsweredItems()
  for (let at = 0; at < 40; at++) {
    const part = { type: 'text', text: 'x'.repeat(1_000_000), provider: { openai: { itemId: `msg_${at}` } } } as const
    items.note(localOwner, { role: 'assistant', parts: [part] })
  }
  expect([0, 39].map(at => items.find(localOwner, `msg_${at}`) !== null)).toEqual([false, true])
})
