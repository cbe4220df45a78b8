import { afterEach, expect, test } from 'vitest'
import { LonghandError } from '../core/errors.ts'
import { textOf } from '../core/message.ts'
import type { Policy } from '../core/policy.ts'
import { undoCompaction } from '../engine/compaction/undo-compaction.ts'
import { scopeOf } from '../engine/engine.ts'
import { yieldToEventLoop } from '../engine/long-work/yield-to-event-loop.ts'
import { localOwner, type Storage, type Store } from '../engine/ports/store.ts'
import { readSnapshot } from '../engine/snapshot.ts'
import { openMemory } from '../stores/memory/open.ts'
import { armFailpoints, disarmFailpoints, reached, release } from '../testing/failpoint.ts'
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

async function startRelay(storage: Storage, window = 1_000_000, policy: Partial<Policy> = {}): Promise<Relay> {
  it = await openTestEngine({ storage, window, reserve: 100, policy })
  return sameStore()
}

/** Another process: it knows only what is stored. */
const sameStore = (): Relay => createRelay({ engine: () => it.engine, secret: 's', titleOf: text => text })

/** What a client holds after so many exchanges, with a question at the end. */
const talk = (exchanges: number): readonly Item[] =>
  Array.from({ length: 2 * exchanges + 1 }, (_, at) => ({
    role: at % 2 === 0 ? 'user' : 'assistant',
    content: at % 2 === 0 ? `Question ${at}. ${'Some words. '.repeat(30)}` : `Answer ${at}.`,
  }))

function callOf(messages: readonly Item[], session: string | null = null): RelayCall {
  const bytes = new TextEncoder().encode(JSON.stringify({ model: 'm', messages }))
  return {
    ...{ owner: localOwner, protocol: anthropicProtocol, bytes, members: scanObject(bytes) },
    ...{ model: 'scripted', rename: null, client: 'test', summariser: 'server' },
    header: name => (name === 'session-id' ? session : null),
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

function conversationOf({ state }: RelayedRequest): string {
  if (state.type !== 'kept') throw new Error(state.reason)
  return state.conversation
}

async function storedIn(store: Store, relayed: RelayedRequest): Promise<readonly string[]> {
  const found: string[] = []
  for await (const { entry } of store.entries.walk(conversationOf(relayed)))
    if (entry.type === 'message') found.push(textOf(entry.message).trim())
  return found
}

const wordsOf = (items: readonly Item[]): readonly string[] => items.map(({ content }) => content.trim())

test('H4.28 a conversation that is known is passed on before it is stored, and its answer is stored after it', async () => {
  const relay = await startRelay(openMemory())
  await answered(await relay.open(callOf(talk(3))), 7)
  armFailpoints('entries.append:before=pause@1')
  const relayed = await relay.open(callOf(talk(4)))
  await reached('entries.append:before')
  const store = it.engine.storage.as(localOwner)
  expect(await storedIn(store, relayed)).toHaveLength(8)
  const answer = answered(relayed, 9)
  release('entries.append:before')
  await Promise.all([relayed.stored, answer])
  expect(await storedIn(store, relayed)).toEqual(wordsOf(talk(5)).slice(0, -1))
})

test('H4.36 a conversation that a request begins is passed on before its messages are stored, if it surely fits', async () => {
  const relay = await startRelay(openMemory())
  armFailpoints('entries.append:before=pause@1')
  const relayed = await relay.open(callOf(talk(3)))
  await reached('entries.append:before')
  const store = it.engine.storage.as(localOwner)
  expect((await store.conversations.get(conversationOf(relayed))).head.depth).toBe(0)
  expect(textSent(relayed.body)).toBe(textSent([callOf(talk(3)).bytes]))
  release('entries.append:before')
  await Promise.all([relayed.stored, answered(relayed, 7)])
  expect(await storedIn(store, relayed)).toEqual(wordsOf(talk(4)).slice(0, -1))
})

test('H4.11, H4.36 two that begin alike at once, under other names, are two', async () => {
  const relay = await startRelay(openMemory())
  armFailpoints('conversations.create:before=pause@1')
  const first = relay.open(callOf(talk(3), 'one'))
  await reached('conversations.create:before')
  const second = await relay.open(callOf(talk(3), 'two'))
  release('conversations.create:before')
  const one = await first
  expect(conversationOf(one)).not.toBe(conversationOf(second))
  // Until its messages are stored, the same words are known from the other one alone.
  await Promise.all([one.stored, second.stored])
  expect(conversationOf(await relay.open(callOf(talk(3), 'one')))).toBe(conversationOf(one))
})

test('H4.36 one that may not fit is stored and folded first', async () => {
  const relay = await startRelay(openMemory(), 3_000, { keep: { by: 'messages', amount: 4 }, minMessages: 4 })
  const { state } = await relay.open(callOf(talk(40)))
  expect(state).toMatchObject({ type: 'kept', compaction: { version: 1 } })
})

test('H4.28 what is sent ahead is what would be sent after storing, folded or not, whatever a person undoes', async () => {
  const storage = openMemory()
  const relay = await startRelay(storage, 6_000, { keep: { by: 'messages', amount: 4 }, minMessages: 4 })
  let folded = 0
  for (let exchanges = 2; exchanges < 40; exchanges++) {
    const call = callOf(talk(exchanges))
    const relayed = await relay.open(call)
    await relayed.stored
    expect(textSent(relayed.body)).toBe(textSent((await sameStore().look(call)).body))
    const scope = scopeOf(it.engine, localOwner, conversationOf(relayed))
    if (relayed.state.type !== 'kept') throw new Error(relayed.state.reason)
    expect(await relayed.state.status()).toEqual((await readSnapshot(scope)).status)
    const isFolded = relayed.state.type === 'kept' && relayed.state.compaction !== null
    if (isFolded) folded++
    await answered(relayed, 2 * exchanges + 1)
    await settle(it)
    if (exchanges % 11 === 0 && isFolded) await undoCompaction(scope)
  }
  expect(folded).toBeGreaterThan(20)
})

test('H4.24 with storage down a conversation that is known goes on from memory, and the next request stores what was missed', async () => {
  const memory = openMemory()
  let isDown = false
  const failing = <Port extends object>(port: Port): Port =>
    new Proxy(port, {
      get: (target, name) => {
        const found = target[name as keyof Port]
        if (typeof found === 'object') return failing(found as object)
        return async (...args: unknown[]) => {
          if (isDown) throw new LonghandError('store-unavailable', 'The database does not answer.')
          return (found as (...given: unknown[]) => unknown)(...args)
        }
      },
    })
  const relay = await startRelay({ ...memory, as: owner => failing(memory.as(owner)) })
  await answered(await relay.open(callOf(talk(3))), 7)
  isDown = true
  for (const exchanges of [4, 5]) {
    const relayed = await relay.open(callOf(talk(exchanges)))
    expect(relayed.state.type).toBe('kept')
    await expect(relayed.stored).rejects.toThrow('does not answer')
    await expect(answered(relayed, 2 * exchanges + 1)).rejects.toThrow('does not answer')
  }
  isDown = false
  const last = await relay.open(callOf(talk(6)))
  await last.stored
  const store = memory.as(localOwner)
  expect(await storedIn(store, last)).toEqual(wordsOf(talk(6)))
  expect(await store.branches.list(conversationOf(last))).toHaveLength(1)
})

test('H4.24 a write that failed beside the call is done again when the answer comes', async () => {
  const relay = await startRelay(openMemory())
  await answered(await relay.open(callOf(talk(3))), 7)
  armFailpoints('entries.append:before=throw@1')
  const relayed = await relay.open(callOf(talk(4)))
  await expect(relayed.stored).rejects.toThrow('Failpoint')
  await answered(relayed, 9)
  expect(await storedIn(it.engine.storage.as(localOwner), relayed)).toEqual(wordsOf(talk(5)).slice(0, -1))
})

test.each(['this', 'another'])(
  'H4.10 the same first request twice at once, the second one in %s process, is one conversation',
  async process => {
    const storage = openMemory()
    const relay = await startRelay(storage)
    armFailpoints('entries.append:before=pause@1')
    const first = relay.open(callOf(talk(3)))
    await reached('entries.append:before')
    const second = (process === 'this' ? relay : sameStore()).open(callOf(talk(3)))
    // The other process has time to look for the conversation, which has no message yet.
    await yieldToEventLoop()
    release('entries.append:before')
    const [one, other] = await Promise.all([first, second])
    expect(conversationOf(other)).toBe(conversationOf(one))
    expect(await storedIn(storage.as(localOwner), one)).toEqual(talk(3).map(({ content }) => content.trim()))
  },
)

test('H4.10 the same first request again, stored while the second is looking for its place, is one conversation', async () => {
  const storage = openMemory()
  const relay = await startRelay(storage)
  let looks = 0
  let first: RelayedRequest | null = null
  const late: Storage = {
    ...storage,
    as(owner) {
      const store = storage.as(owner)
      const get = async (id: string) => {
        const found = await store.conversations.get(id).catch((error: unknown) => ({ error }))
        // Both names that the conversation may have are looked for, and not there yet.
        if (++looks === 2) {
          first = await relay.open(callOf(talk(3)))
          await first.stored
        }
        if ('error' in found) throw found.error
        return found
      }
      return { ...store, conversations: { ...store.conversations, get } }
    },
  }
  const other = createRelay({ engine: () => ({ ...it.engine, storage: late }), secret: 's', titleOf: text => text })
  const second = await other.open(callOf(talk(3)))
  await second.stored
  expect(conversationOf(second)).toBe(conversationOf(first!))
  expect(await storedIn(storage.as(localOwner), second)).toEqual(talk(3).map(({ content }) => content.trim()))
})
