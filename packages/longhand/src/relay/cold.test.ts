import { afterEach, expect, test } from 'vitest'
import { textOf } from '../core/message.ts'
import type { Policy } from '../core/policy.ts'
import { yieldToEventLoop } from '../engine/long-work/yield-to-event-loop.ts'
import { localOwner, type Storage, type Store } from '../engine/ports/store.ts'
import { openMemory } from '../stores/memory/open.ts'
import { armFailpoints, disarmFailpoints } from '../testing/failpoint.ts'
import { notingStorage } from '../testing/noting-storage.ts'
import { openTestEngine, settle, type TestEngine } from '../testing/test-engine.ts'
import { anthropicProtocol } from './protocol-anthropic.ts'
import { createRelay, type Relay } from './relay.ts'
import type { RelayCall, RelayedRequest } from './relay-call.ts'
import { scanObject } from './scan-object.ts'

let it: TestEngine
afterEach(async () => {
  disarmFailpoints()
  await settle(it)
})

type Item = { readonly role: 'user' | 'assistant'; readonly content: string }

async function startEngine(storage: Storage, window: number, policy: Partial<Policy> = {}): Promise<void> {
  it = await openTestEngine({ storage, window, reserve: 100, policy })
}

/** A process that was just started: it knows only what is stored. */
const newProcess = (): Relay => createRelay({ engine: () => it.engine, secret: 's', titleOf: text => text })

const talk = (exchanges: number): readonly Item[] =>
  Array.from({ length: 2 * exchanges + 1 }, (_, at) => ({
    role: at % 2 === 0 ? 'user' : 'assistant',
    content: at % 2 === 0 ? `Question ${at}. ${'Some words. '.repeat(30)}` : `Answer ${at}.`,
  }))

function callOf(messages: readonly Item[]): RelayCall {
  const bytes = new TextEncoder().encode(JSON.stringify({ model: 'm', messages }))
  return {
    ...{ owner: localOwner, protocol: anthropicProtocol, bytes, members: scanObject(bytes) },
    ...{ model: 'scripted', rename: null, client: 'test', header: () => null, summariser: 'server' },
    signal: new AbortController().signal,
  }
}

const answered = (relayed: RelayedRequest, at: number) =>
  relayed.answered({
    message: { role: 'assistant', parts: [{ type: 'text', text: `Answer ${at}.` }] },
    usage: null,
    id: null,
    complete: true,
  })

const textSent = (body: readonly Uint8Array[]): string => Buffer.concat(body).toString()

function keptState({ state }: RelayedRequest) {
  if (state.type !== 'kept') throw new Error(state.reason)
  return state
}

async function storedIn(store: Store, relayed: RelayedRequest): Promise<readonly string[]> {
  const found: string[] = []
  for await (const { entry } of store.entries.walk(keptState(relayed).conversation))
    if (entry.type === 'message') found.push(textOf(entry.message).trim())
  return found
}

const wordsOf = (items: readonly Item[]): readonly string[] => items.map(({ content }) => content.trim())

test('H4.30 the first request that a process sees of a conversation asks the store where it stands, and goes on as it came', async () => {
  const { storage, asked } = notingStorage(openMemory())
  await startEngine(storage, 1_000_000)
  await answered(await newProcess().open(callOf(talk(6))), 13)
  asked.length = 0
  const call = callOf(talk(7))
  const relay = newProcess()
  const relayed = await relay.open(call)
  expect(asked).toEqual(['conversations.get'])
  expect(relayed.body).toEqual([call.bytes])
  const { used } = await keptState(relayed).status()
  await relayed.stored
  await answered(relayed, 15)
  expect(await storedIn(storage.as(localOwner), relayed)).toEqual(wordsOf(talk(8)).slice(0, -1))
  // From then on it is known.
  asked.length = 0
  const next = await relay.open(callOf(talk(8)))
  expect(asked).toEqual([])
  expect((await keptState(next).status()).used).toBeGreaterThan(used)
  await next.stored
})

test.each([
  // who writes    asked
  ['alone', 1],
  [undefined, 2],
] as const)(
  'H4.32 with writer %s the store is asked %i times, and first of all, before the request is read',
  async (writer, questions) => {
    const { writer: _, ...memory } = openMemory()
    await startEngine({ ...memory, ...(writer && { writer }) }, 1_000_000)
    await answered(await newProcess().open(callOf(talk(6))), 13)
    const { storage, asked } = notingStorage(it.engine.storage)
    let askedByThen = -1
    const call = callOf(talk(7))
    const protocol = {
      ...anthropicProtocol,
      readItem: (...given: Parameters<typeof anthropicProtocol.readItem>) => {
        if (JSON.stringify(given[0]).includes('Answer 13')) askedByThen = asked.length
        return anthropicProtocol.readItem(...given)
      },
    }
    const engine = { ...it.engine, storage }
    const relay = createRelay({ engine: () => engine, secret: 's', titleOf: text => text })
    const relayed = await relay.open({ ...call, protocol })
    expect([askedByThen, asked.length]).toEqual([1, questions])
    await relayed.stored
  },
)

test('H4.32 what is asked once, or goes on with what this process knows, is not asked for early', async () => {
  const { storage, asked } = notingStorage(openMemory())
  await startEngine(storage, 1_000_000)
  const relay = newProcess()
  asked.length = 0
  await relay.open(callOf(talk(0)))
  expect(asked).toEqual([])
  await answered(await relay.open(callOf(talk(6))), 13)
  asked.length = 0
  const next = await relay.open(callOf(talk(7)))
  expect(asked).toEqual([])
  await next.stored
})

test('H4.30 what a process sends that was just started is what would be sent after storing, folded or not', async () => {
  const storage = openMemory()
  await startEngine(storage, 6_000, { keep: { by: 'messages', amount: 4 }, minMessages: 4 })
  let [plain, folded] = [0, 0]
  for (let exchanges = 2; exchanges < 40; exchanges++) {
    const call = callOf(talk(exchanges))
    const relayed = await newProcess().open(call)
    await relayed.stored
    expect(textSent(relayed.body)).toBe(textSent((await newProcess().look(call)).body))
    if (keptState(relayed).compaction === null) plain++
    else folded++
    await answered(relayed, 2 * exchanges + 1)
    await settle(it)
  }
  expect([plain > 5, folded > 10]).toEqual([true, true])
  const last = await newProcess().open(callOf(talk(40)))
  await last.stored
  expect(await storedIn(storage.as(localOwner), last)).toEqual(wordsOf(talk(40)))
})

test('H4.30 a write that fails beside the first call is done again when the answer comes', async () => {
  const storage = openMemory()
  await startEngine(storage, 1_000_000)
  await answered(await newProcess().open(callOf(talk(6))), 13)
  armFailpoints('entries.append:before=throw@1')
  const relayed = await newProcess().open(callOf(talk(7)))
  await expect(relayed.stored).rejects.toThrow('Failpoint')
  await answered(relayed, 15)
  expect(await storedIn(storage.as(localOwner), relayed)).toEqual(wordsOf(talk(8)).slice(0, -1))
})

test('H4.30 what was stored before a process died, and never answered, counts in the window of the next one', async () => {
  const storage = openMemory()
  await startEngine(storage, 1_000_000)
  await answered(await newProcess().open(callOf(talk(6))), 13)
  const long = callOf([
    ...talk(6),
    { role: 'assistant', content: 'Answer 13.' },
    { role: 'user', content: 'word '.repeat(9_000) },
  ])
  await (await newProcess().open(long)).stored
  const { used } = await keptState(await newProcess().open(long)).status()
  expect(used).toBeGreaterThan(9_000)
})

test('H4.31 a request that adds little goes on before anything of it is counted', async () => {
  await startEngine(openMemory(), 1_000_000)
  const counted: number[] = []
  const meter: typeof it.engine.meter = {
    ...it.engine.meter,
    countAsync: message => {
      counted.push(textOf(message).length)
      return it.engine.meter.countAsync(message)
    },
  }
  const relay = createRelay({ engine: () => ({ ...it.engine, meter }), secret: 's', titleOf: text => text })
  await answered(await relay.open(callOf(talk(6))), 13)
  counted.length = 0
  const small = await relay.open(callOf(talk(7)))
  expect(counted).toEqual([])
  await small.stored
  expect(counted).not.toEqual([])
  await answered(small, 15)
  // Where its bytes might fill the window, they are counted first.
  const long = callOf([
    ...talk(7),
    { role: 'assistant', content: 'Answer 15.' },
    { role: 'user', content: 'word '.repeat(150_000) },
  ])
  counted.length = 0
  const large = await relay.open(long)
  expect(counted).toEqual([750_000])
  await large.stored
})

test.each([
  ['texts are not counted first', { type: 'text', text: 'The page.' }, []],
  ['a picture is', { type: 'image', source: { type: 'url', url: 'https://example.com/a.png' } }, [0]],
])('H4.31 of what a tool returns, %s: its bytes tell nothing of its tokens', async (_, item, before) => {
  await startEngine(openMemory(), 1_000_000)
  const counted: number[] = []
  const meter: typeof it.engine.meter = {
    ...it.engine.meter,
    countAsync: message => {
      if (message.role === 'tool') counted.push(textOf(message).length)
      return it.engine.meter.countAsync(message)
    },
  }
  const relay = createRelay({ engine: () => ({ ...it.engine, meter }), secret: 's', titleOf: text => text })
  await (await relay.open(callOf(talk(6)))).answered({
    message: { role: 'assistant', parts: [{ type: 'tool-call', callId: 'toolu_1', name: 'shot', input: {} }] },
    ...{ usage: null, id: null, complete: true },
  })
  const call = { type: 'tool_use', id: 'toolu_1', name: 'shot', input: {} }
  const result = { type: 'tool_result', tool_use_id: 'toolu_1', content: [item] }
  const looked = [
    { role: 'assistant', content: [call] },
    { role: 'user', content: [result] },
  ] as unknown as readonly Item[]
  const relayed = await relay.open(callOf([...talk(6), ...looked]))
  expect(counted).toEqual(before)
  await relayed.stored
})

test('H4.35 what is stored beside a call waits until the answer has begun', async () => {
  const { storage, asked } = notingStorage(openMemory())
  await startEngine(storage, 1_000_000)
  const relay = newProcess()
  await answered(await relay.open(callOf(talk(6))), 13)
  const { promise: mayStore, resolve } = Promise.withResolvers<void>()
  asked.length = 0
  const relayed = await relay.open({ ...callOf(talk(7)), mayStore })
  await yieldToEventLoop()
  expect(asked).toEqual([])
  resolve()
  await relayed.stored
  expect(asked).toContain('entries.append')
})

test('H4.35 what changed in the conversation while the answer was waited for is not taken from an earlier look at it', async () => {
  const memory = openMemory()
  await startEngine(memory, 1_000_000)
  await answered(await newProcess().open(callOf(talk(6))), 13)
  const relay = newProcess()
  await answered(await relay.open(callOf(talk(7))), 15)
  const { promise: mayStore, resolve } = Promise.withResolvers<void>()
  // The same words in other bytes: the process knows the conversation, and looks for it as for a new one.
  const spaced = talk(8).map(({ role, content }) => ({ role, content: `${content} ` }))
  const relayed = await relay.open({ ...callOf(spaced), mayStore })
  const { conversation } = keptState(relayed)
  const { conversations } = memory.as(localOwner)
  await conversations.update(conversation, { model: 'another' })
  resolve()
  await relayed.stored
  expect((await conversations.get(conversation)).model).toBe('scripted')
})
