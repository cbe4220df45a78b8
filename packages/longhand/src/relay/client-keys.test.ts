import { afterEach, expect, test } from 'vitest'
import { scopeOf } from '../engine/engine.ts'
import { localOwner } from '../engine/ports/store.ts'
import type { Summariser } from '../engine/ports/summariser.ts'
import { recoverOnce } from '../engine/turn/recovery.ts'
import { openMemory } from '../stores/memory/open.ts'
import { openTestEngine, settle, type TestEngine } from '../testing/test-engine.ts'
import { anthropicProtocol } from './protocol-anthropic.ts'
import { createRelay, type Relay } from './relay.ts'
import type { RelayCall } from './relay-call.ts'
import { scanObject } from './scan-object.ts'

let it: TestEngine
afterEach(async () => settle(it))

/** Who writes what one asks for, and how often they were asked; without an answer they never end. */
function writer(model: string, answer: string | null): Summariser & { readonly asked: () => number } {
  let asked = 0
  return {
    ...{ model, window: 100_000, asked: () => asked },
    summarise: async () => {
      asked++
      if (answer === null) return new Promise(() => {})
      return { type: 'answered', text: answer, finish: 'stop', usage: null }
    },
  }
}

const summary = '## Goal\nNever touch main.\n\n## State\nThe files were read one by one.'

/** So much that a summary of it is written ahead, and with more of them one is due. */
const talk = (exchanges: number) =>
  Array.from({ length: 2 * exchanges + 1 }, (_, at) => ({
    role: at % 2 === 0 ? 'user' : 'assistant',
    content: `Remark ${at} about src/file${at}.ts. ${'Some words. '.repeat(20)}`,
  }))

function callWith(exchanges: number, summariser: RelayCall['summariser']): RelayCall {
  const bytes = new TextEncoder().encode(JSON.stringify({ model: 'm', messages: talk(exchanges) }))
  return {
    ...{ owner: localOwner, protocol: anthropicProtocol, bytes, members: scanObject(bytes), summariser },
    ...{ model: 'scripted', rename: null, client: 'test', header: () => null, signal: new AbortController().signal },
  }
}

const serving = async (summariser: Summariser, storage = openMemory()): Promise<Relay> => {
  it = await openTestEngine({
    ...{ storage, summariser, window: 6_000, reserve: 100, worker: summariser.model },
    policy: { keep: { by: 'messages', amount: 4 }, minMessages: 4 },
  })
  return createRelay({ engine: () => it.engine, secret: 's', titleOf: text => text })
}

const allDone = async () => {
  while (it.engine.background.size > 0) await Promise.all([...it.engine.background].map(({ done }) => done))
}

test.each([
  ['a key that pays for one', writer('own', summary)],
  ['a login, which pays for none', null],
])('H4.37 a conversation with %s is summarised without the server’s', async (_, own) => {
  const server = writer('server', summary)
  const relay = await serving(server)
  let folded = false
  for (let exchanges = 2; exchanges < 24; exchanges++) {
    const relayed = await relay.open(callWith(exchanges, own))
    await relayed.stored
    await allDone()
    folded ||= relayed.state.type === 'kept' && relayed.state.compaction !== null
  }
  expect(folded).toBe(true)
  expect(server.asked()).toBe(0)
  if (own !== null) expect(own.asked()).toBeGreaterThan(0)
})

test('H4.37 a summary that a dead process was asked for with a client’s key is finished without the server’s', async () => {
  const storage = openMemory()
  const own = writer('own', null)
  const relay = await serving(writer('server', summary), storage)
  const relayed = await relay.open(callWith(9, own))
  await expect.poll(own.asked).toBe(1)
  if (relayed.state.type !== 'kept') throw new Error(relayed.state.reason)
  const { conversation } = relayed.state
  // The dead renew no lease.
  const left = it.engine.activeCompactions.get(conversation)
  left?.stop.abort('shutdown')
  await left?.done
  await storage.maintenance.endLeases()
  const server = writer('server', summary)
  await serving(server, storage)
  await recoverOnce(it.engine)
  expect(server.asked()).toBe(0)
  const [job] = await scopeOf(it.engine, localOwner, conversation).store.compactions.list(conversation, { limit: 1 })
  expect(job).toMatchObject({ status: 'done', receipt: { method: 'extract', calls: 0 } })
})

/** How often a client's key was used for a summary before a request was answered and in the end, and what became of that. */
async function whenAnswered(exchanges: number, isLetIn: boolean) {
  const own = writer('own', null)
  const relay = await serving(writer('server', summary))
  await (await relay.open(callWith(2, own))).stored
  const { promise: letIn, resolve } = Promise.withResolvers<boolean>()
  const relayed = await relay.open({ ...callWith(exchanges, own), letIn })
  await relayed.stored
  for (let turns = 0; turns < 50; turns++) await new Promise(resolve => setTimeout(resolve))
  const early = own.asked()
  resolve(isLetIn)
  if (isLetIn) await expect.poll(own.asked).toBe(1)
  else await allDone()
  if (relayed.state.type !== 'kept') throw new Error(relayed.state.reason)
  const { store } = scopeOf(it.engine, localOwner, relayed.state.conversation)
  const [job] = await store.compactions.list(relayed.state.conversation, { limit: 1 })
  for (const { stop } of it.engine.background) stop.abort('cancelled')
  return { early, asked: own.asked(), status: job?.status ?? null }
}

test('H4.37 a summary is prepared with a client’s key only when the provider has let the request in', async () => {
  expect(await whenAnswered(7, true)).toEqual({ early: 0, asked: 1, status: 'running' })
  await settle(it)
  expect(await whenAnswered(7, false)).toEqual({ early: 0, asked: 0, status: null })
})

test('H4.37 a summary that was due, and begun beside a request, ends when its key is refused', async () => {
  expect(await whenAnswered(8, false)).toMatchObject({ asked: 1, status: 'cancelled' })
})
