import { describe, expect, test } from 'vitest'
import { LonghandError } from '../../core/errors.ts'
import { type Message, textOf, user } from '../../core/message.ts'
import { openMemory } from '../../stores/memory/open.ts'
import { openTestEngine, scripted, type TestEngine } from '../../testing/test-engine.ts'
import { createVirtualClock } from '../../testing/virtual-clock.ts'
import { drain } from '../drain.ts'
import type { Generate } from '../ports/chat-model.ts'
import type { Storage, Store } from '../ports/store.ts'
import { recoverOnce, runRecovery } from './recovery.ts'
import { send, stopTurn } from './send.ts'
import { shownEntry } from './shown-entry.ts'
import type { SendResult } from './start-turn.ts'
import { maxHoldMs } from './store-step.ts'

const whole = 'All of the answer.'

/** Says a part, is silent for a second, says the rest; the database goes down in that moment. */
const speaker = (clock: { sleep(ms: number): Promise<void> }, ending: () => void): Generate =>
  async function* () {
    const said = (text: string): Message => ({ role: 'assistant', parts: [{ type: 'text', text }] })
    yield { type: 'chunk', chunk: { type: 'text-delta', id: '1', delta: 'All' }, parts: () => said('All').parts }
    await clock.sleep(1_000)
    ending()
    yield { type: 'chunk', chunk: { type: 'text-delta', id: '1', delta: whole }, parts: () => said(whole).parts }
    yield { type: 'end', messages: [said(whole)], finish: 'stop', usage: null }
  }

type Way = { state: 'up' | 'down' | 'deaf' }

/** A storage as one process reaches it: `down`, nothing gets there; `deaf`, things get there and no answer comes back. */
function reachedBy(storage: Storage, way: Way): Storage {
  const gone = () => new LonghandError('store-unavailable', 'The database does not answer.')
  const through = <Fn extends (...args: never[]) => Promise<unknown>>(call: Fn) =>
    (async (...args) => {
      if (way.state === 'down') throw gone()
      const answer = await call(...args)
      if (way.state === 'deaf') throw gone()
      return answer
    }) as Fn
  const all = <Port extends object>(port: Port): Port =>
    Object.fromEntries(Object.entries(port).map(([name, call]) => [name, through(call)])) as Port
  return {
    ...storage,
    maintenance: all(storage.maintenance),
    as: owner => {
      const store = storage.as(owner)
      const { turns, entries, conversations, calibrations } = store
      const ports = { turns, entries, conversations, calibrations }
      return {
        ...store,
        ...Object.fromEntries(Object.entries(ports).map(([name, port]) => [name, all(port)])),
      } as Store
    },
  }
}

async function room(onEnd: Way['state'] = 'down') {
  const clock = createVirtualClock()
  const storage = openMemory({ now: clock.now })
  const way: Way = { state: 'up' }
  const generate = speaker(clock, () => {
    way.state = onEnd
  })
  const it = await openTestEngine({ storage: reachedBy(storage, way), clock, generate })
  const sent = await send(it.scope, { id: 'm1', message: user('Hello') })
  return {
    clock,
    storage,
    way,
    it,
    chunks: chunksOf(sent),
    done: it.engine.activeTurns.get(it.scope.conversation)!.done,
  }
}

async function chunksOf(sent: SendResult) {
  if (sent.type !== 'answering') throw new Error(sent.type)
  const chunks: { type: string; data?: { sentence?: string } }[] = []
  for await (const chunk of sent.feed.listen()) chunks.push(chunk as { type: string })
  return chunks
}

async function said(storage: Storage, { scope }: TestEngine): Promise<readonly string[]> {
  const { entries } = await storage.as(scope.owner).entries.page(scope.conversation, { limit: 100 })
  return entries.flatMap(({ entry }) => (entry.type === 'message' ? [textOf(entry.message)] : []))
}

/** Another process on the same storage, which looks after what others leave. */
async function other(storage: Storage, clock: Parameters<typeof openTestEngine>[0]['clock'], conversation: string) {
  const it = await openTestEngine({ storage, clock: clock!, worker: 'w2', conversation })
  void runRecovery(it.engine, new AbortController().signal)
  return it
}

describe('F5 an answer that ends while the storage is down', () => {
  test.each([1, 20, 60, 540])('for %i s is stored when it is back, and the reader is told meanwhile', async seconds => {
    const { clock, storage, way, it, chunks, done } = await room()
    // Its own process looks after it as well, and must not take it for dead.
    void runRecovery(it.engine, new AbortController().signal)
    await clock.run(clock.sleep(2_000 + seconds * 1_000))
    expect(await said(storage, it)).toEqual(['Hello'])
    way.state = 'up'
    await clock.run(done)
    expect(await said(storage, it)).toEqual(['Hello', whole])
    const { entries } = await it.scope.store.entries.page(it.scope.conversation, { limit: 9 })
    expect(entries[1]!.about).not.toHaveProperty('ending')
    expect(await it.scope.store.turns.latest(it.scope.conversation)).toMatchObject({ id: 'm1', status: 'done' })
    const told = (await chunks).filter(({ type }) => type === 'data-warning').map(({ data }) => data?.sentence)
    expect(told).toEqual([
      'The database does not answer. The answer is not saved yet; saving will be retried.',
      'Storage is back, and the answer is saved.',
    ])
    expect((await chunks).slice(-2)).toMatchObject([{ type: 'data-entry' }, { type: 'finish' }])
  })

  test.each(['looks for what others left', 'is asked for something else'])(
    'and is found without a lease by its own process, which %s, is handed back to its writer',
    async how => {
      const { clock, storage, way, it, done } = await room()
      await clock.run(clock.sleep(60_000))
      way.state = 'up'
      if (how === 'looks for what others left') await recoverOnce(it.engine)
      else expect((await send(it.scope, { id: 'm2', message: user('And') })).type).toBe('busy')
      await clock.run(done)
      expect(await said(storage, it)).toEqual(['Hello', whole])
      expect(await it.scope.store.branches.list(it.scope.conversation)).toHaveLength(1)
      expect(await it.scope.store.turns.latest(it.scope.conversation)).toMatchObject({ id: 'm1', status: 'done' })
    },
  )

  test('for longer than it is held is given up, and the reader is told; what was saved is kept by whoever comes', async () => {
    const { clock, storage, it, chunks, done } = await room()
    const began = clock.now()
    await clock.run(done)
    expect(clock.now() - began).toBeGreaterThan(maxHoldMs)
    // Beats of the turn pass as well: on a busy machine several while the work is under way.
    expect(clock.now() - began).toBeLessThan(maxHoldMs + 60_000)
    const [error, finish] = (await chunks).slice(-2)
    expect([error, finish]).toMatchObject([
      { type: 'error', errorText: expect.stringContaining('could not be saved') },
      { type: 'finish' },
    ])
    await other(storage, clock, it.scope.conversation)
    await clock.run(clock.sleep(40_000))
    expect(await said(storage, it)).toEqual(['Hello', 'All'])
  })

  test.each(['stop', 'shutdown'])('is given up at a %s', async why => {
    const { clock, it, chunks, done } = await room()
    await clock.run(clock.sleep(10_000))
    const before = clock.now()
    if (why === 'shutdown') void drain(it.engine)
    else await stopTurn(it.scope).catch(() => null)
    await clock.run(done)
    expect(clock.now() - before).toBeLessThan(2_000)
    expect((await chunks).at(-2)).toMatchObject({ errorText: expect.stringContaining('could not be saved') })
  })

  test('is not stored twice when it was stored and nobody heard of it', async () => {
    const { clock, storage, way, it, chunks, done } = await room('deaf')
    await clock.run(clock.sleep(60_000))
    way.state = 'up'
    await clock.run(done)
    expect(await said(storage, it)).toEqual(['Hello', whole])
    expect((await it.scope.store.branches.list(it.scope.conversation)).length).toBe(1)
    expect((await chunks).filter(({ type }) => type === 'error')).toEqual([])
  })
})

describe('K8 an answer that another process has ended meanwhile', () => {
  test('is stored beside the part that was kept, and people read the whole of it', async () => {
    const { clock, storage, way, it, done } = await room()
    const next = await other(storage, clock, it.scope.conversation)
    await clock.run(clock.sleep(60_000))
    expect(await said(storage, it)).toEqual(['Hello', 'All'])
    way.state = 'up'
    await clock.run(done)
    expect(await said(storage, it)).toEqual(['Hello', whole])
    const tips = await it.scope.store.branches.list(it.scope.conversation)
    expect(tips.map(({ preview, current }) => [preview, current])).toEqual([
      [whole, true],
      ['All', false],
    ])
    await clock.run(send(next.scope, { id: 'm2', message: user('And') }))
    expect((await said(storage, it)).slice(0, 3)).toEqual(['Hello', whole, 'And'])
  })

  test('stays as a branch when someone has gone on from the part that was kept', async () => {
    const { clock, storage, way, it, done } = await room()
    const next = await other(storage, clock, it.scope.conversation)
    await clock.run(clock.sleep(60_000))
    await clock.run(send(next.scope, { id: 'm2', message: user('And') }))
    way.state = 'up'
    await clock.run(done)
    await clock.run(next.engine.activeTurns.get(it.scope.conversation)?.done ?? Promise.resolve())
    expect(await said(storage, it)).toEqual(['Hello', 'All', 'And', 'Fine.'])
    const tips = await it.scope.store.branches.list(it.scope.conversation)
    expect(tips.map(({ preview }) => preview).toSorted()).toEqual([whole, 'Fine.'])
  })
})

test('K8 a step that another process has kept instead ends the turn: nobody answers twice', async () => {
  const clock = createVirtualClock()
  const storage = openMemory({ now: clock.now })
  const way: Way = { state: 'up' }
  const call = { type: 'tool-call', callId: 'c1', name: 'read', input: {} } as const
  const result = { type: 'tool-result', callId: 'c1', name: 'read', outcome: 'ok', output: 'contents' } as const
  const step = scripted(() => [
    { role: 'assistant', parts: [{ type: 'text', text: 'I read.' }, call] },
    { role: 'tool', parts: [result] },
  ])
  const generate: Generate = async function* (request, signal) {
    way.state = 'down'
    yield* step(request, signal)
  }
  const it = await openTestEngine({ storage: reachedBy(storage, way), clock, generate })
  await send(it.scope, { id: 'm1', message: user('Hello') })
  const { done } = it.engine.activeTurns.get(it.scope.conversation)!
  await other(storage, clock, it.scope.conversation)
  await clock.run(clock.sleep(60_000))
  way.state = 'up'
  await clock.run(done)
  expect(await said(storage, it)).toEqual(['Hello', 'I read.', ''])
  expect(it.asked).toHaveLength(1)
})

test('W10 an answer keeps what the provider reported, what that cost on the day, and how long it took', async () => {
  const usage = { input: 1_000_000, output: 500_000, cacheRead: 0, cacheWrite: 0, reasoning: 0 }
  const generate: Generate = async function* () {
    yield {
      type: 'end',
      messages: [{ role: 'assistant', parts: [{ type: 'text', text: whole }] }],
      finish: 'stop',
      usage,
    }
  }
  const prices = { input: 2, output: 10, cacheRead: 0, cacheWrite: 0 }
  const it = await openTestEngine({ storage: openMemory(), generate, prices })
  const sent = await send(it.scope, { id: 'm1', message: user('Hello') })
  if (sent.type !== 'answering') throw new Error(sent.type)
  for await (const _ of sent.feed.listen());
  const { entries } = await it.scope.store.entries.page(it.scope.conversation, { limit: 10 })
  expect(shownEntry(entries[1]!)).toMatchObject({
    ...{ usage: { input: 1_000_000, output: 500_000 }, cost: 7, ms: expect.any(Number) },
  })
})
