import { afterEach, expect, test } from 'vitest'
import { textOf } from '../core/message.ts'
import { localOwner, type Storage } from '../engine/ports/store.ts'
import { openMemory } from '../stores/memory/open.ts'
import { armFailpoints, disarmFailpoints } from '../testing/failpoint.ts'
import { openTestEngine, settle, type TestEngine } from '../testing/test-engine.ts'
import { anthropicProtocol } from './protocol-anthropic.ts'
import { createRelay, type Relay } from './relay.ts'
import type { RelayedRequest } from './relay-call.ts'
import { scanObject } from './scan-object.ts'

afterEach(disarmFailpoints)

type Item = { readonly role: 'user' | 'assistant'; readonly content: string }

/** What a client holds after so many exchanges, with a question at the end. */
const talk = (exchanges: number): readonly Item[] =>
  Array.from({ length: 2 * exchanges + 1 }, (_, at) => ({
    role: at % 2 === 0 ? 'user' : 'assistant',
    content: at % 2 === 0 ? `Question ${at}. ${'Some words. '.repeat(40)}` : `Answer ${at}.`,
  }))

/** A process: what it knows besides the store dies with it. */
async function startProcess(storage: Storage): Promise<{ readonly it: TestEngine; readonly relay: Relay }> {
  const policy = { keep: { by: 'messages', amount: 4 }, minMessages: 4 } as const
  const it = await openTestEngine({ storage, window: 5_000, reserve: 100, policy })
  const relay = createRelay({ engine: () => it.engine, secret: 's', titleOf: text => text })
  return { it, relay }
}

/** One request of the client, and its answer, as far as they come. */
async function ask(relay: Relay, messages: readonly Item[]): Promise<RelayedRequest> {
  const bytes = new TextEncoder().encode(JSON.stringify({ model: 'm', messages }))
  const relayed = await relay.open({
    ...{ owner: localOwner, protocol: anthropicProtocol, bytes, members: scanObject(bytes) },
    ...{ model: 'scripted', rename: null, client: 'test', header: () => null, summariser: 'server' },
    signal: new AbortController().signal,
  })
  await relayed.stored
  const text = `Answer ${messages.length}.`
  const usage = { input: 1_000, output: 5, cacheRead: 0, cacheWrite: 0, reasoning: 0 }
  await relayed.answered({
    message: { role: 'assistant', parts: [{ type: 'text', text }] },
    usage,
    id: null,
    complete: true,
  })
  return relayed
}

const died = Symbol('died')

/** Before and after every call of the store; more than a request and what it sets going come by. */
const points = 60

/** Who shares its database asks it more often. */
type Writes = 'alone' | 'with others'

/** The client goes on while its process dies at one point of the walk; another one serves the rest. */
async function liveThrough(point: number, writes: Writes): Promise<'died' | 'lived'> {
  const { writer, ...shared } = openMemory()
  const storage: Storage = writes === 'alone' ? { ...shared, writer: writes } : shared
  const first = await startProcess(storage)
  for (const exchanges of [8, 9]) await ask(first.relay, talk(exchanges))
  await settle(first.it)
  armFailpoints(`*=throw@${point}`)
  const outcome = await ask(first.relay, talk(10)).catch(() => died)
  disarmFailpoints()
  // Nothing of it is used any more but to end it.
  await settle(first.it)
  const next = await startProcess(storage)
  // The client tries again, as its SDK does, and then goes on.
  if (outcome === died) await ask(next.relay, talk(10))
  const last = await ask(next.relay, talk(11))
  await settle(next.it)
  if (last.state.type !== 'kept') throw new Error(last.state.reason)
  const store = storage.as(localOwner)
  const stored: string[] = []
  for await (const { entry } of store.entries.walk(last.state.conversation))
    if (entry.type === 'message') stored.push(textOf(entry.message).trim())
  const said = [...talk(11), { role: 'assistant', content: 'Answer 23.' }].map(({ content }) => content.trim())
  expect(stored).toEqual(said)
  expect(await store.branches.list(last.state.conversation)).toHaveLength(1)
  const relayed = (await store.conversations.list({})).conversations.filter(({ totals }) => totals.messages > 0)
  expect(relayed).toHaveLength(1)
  expect(last.state.compaction).not.toBeNull()
  expect(Buffer.concat(last.body).length).toBeLessThan(5_000)
  return outcome === died ? 'died' : 'lived'
}

test.each([
  ['alone', 10],
  ['with others', 15],
] as const)(
  'H4.24 a process that writes %s may die at any point of a request: the log is complete after the next one, and nothing is twice',
  async (writes, least) => {
    let deaths = 0
    for (let point = 1; point <= points; point++) if ((await liveThrough(point, writes)) === 'died') deaths++
    // Finding, storing, measuring, folding, the answer: each is at least one call of the store, with two points.
    expect(deaths).toBeGreaterThan(least)
  },
)
