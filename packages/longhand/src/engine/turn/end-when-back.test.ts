import { describe, expect, test, vi } from 'vitest'
import { LonghandError } from '../../core/errors.ts'
import { textOf, user } from '../../core/message.ts'
import { openMemory } from '../../stores/memory/open.ts'
import { openPostgres } from '../../stores/postgres/open.ts'
import { hasPostgres, run, startServer } from '../../testing/store-contract/postgres.ts'
import { openTestEngine, type TestEngine } from '../../testing/test-engine.ts'
import { createVirtualClock } from '../../testing/virtual-clock.ts'
import { drain } from '../drain.ts'
import type { Clock } from '../ports/clock.ts'
import { systemClock } from '../ports/clock.ts'
import type { Storage, Store } from '../ports/store.ts'
import { send, stopTurn } from './send.ts'

/** A storage that goes away as soon as a turn has started, or when its model speaks, until it is let back. */
function leaving(storage: Storage, when: 'started' | 'answered') {
  const way = { isUp: true }
  const through = <Fn extends (...args: never[]) => Promise<unknown>>(call: Fn) =>
    (async (...args) => {
      if (!way.isUp) throw new LonghandError('store-unavailable', 'The database does not answer.')
      return call(...args)
    }) as Fn
  const all = <Port extends object>(port: Port): Port =>
    Object.fromEntries(Object.entries(port).map(([name, call]) => [name, through(call)])) as Port
  const left: Storage = {
    ...storage,
    as: owner => {
      const store = storage.as(owner)
      const turns = all(store.turns)
      const start: Store['turns']['start'] = async (...args) => {
        const started = await turns.start(...args)
        if (when === 'started') way.isUp = false
        return started
      }
      const { entries, conversations, compactions, breakers } = store
      const ports = { entries, conversations, compactions, breakers }
      const kept = Object.fromEntries(Object.entries(ports).map(([name, port]) => [name, all(port)]))
      return { ...store, ...kept, turns: { ...turns, start } }
    },
  }
  return { storage: left, way }
}

const latest = (storage: Storage, { scope }: TestEngine) => storage.as(scope.owner).turns.latest(scope.conversation)

async function failing(when: 'started' | 'answered', clock: Clock, whole: Storage = openMemory({ now: clock.now })) {
  const { storage, way } = leaving(whole, when)
  const it = await openTestEngine({
    ...{ storage, clock },
    generate: async function* () {
      const parts = [{ type: 'text', text: 'Fine.' }] as const
      yield { type: 'chunk', chunk: { type: 'text-delta', id: '1', delta: 'Fine.' }, parts: () => parts }
      await clock.sleep(1_000)
      way.isUp = false
      yield { type: 'end', messages: [{ role: 'assistant', parts }], finish: 'stop', usage: null }
    },
  })
  await send(it.scope, { id: 'm1', message: user('Hello') })
  const done = it.engine.activeTurns.get(it.scope.conversation)?.done ?? Promise.resolve()
  return { it, way, whole, done }
}

describe('F5 a turn that failed because the storage went away', () => {
  test.each([1, 20, 90])('is ended within 2 s of its return after %i s, and nobody has died of it', async seconds => {
    const clock = createVirtualClock()
    const { it, way, whole, done } = await failing('started', clock)
    await clock.run(done)
    await clock.run(clock.sleep(seconds * 1_000))
    expect(await latest(whole, it)).toMatchObject({ status: 'running' })
    way.isUp = true
    await clock.run(clock.sleep(2_000))
    expect(await latest(whole, it)).toMatchObject({ status: 'failed', attempt: 1, deaths: 0 })
    expect((await send(it.scope, { id: 'm2', message: user('And') })).type).toBe('answering')
  })

  test('is left to whoever has taken it over meanwhile', async () => {
    const clock = createVirtualClock()
    const { it, way, whole, done } = await failing('started', clock)
    await clock.run(done)
    await clock.run(clock.sleep(40_000))
    const next = await openTestEngine({ storage: whole, clock, worker: 'w2', conversation: it.scope.conversation })
    expect((await send(next.scope, { id: 'm2', message: user('And') })).type).toBe('answering')
    way.isUp = true
    await clock.run(clock.sleep(2_000))
    expect(await latest(whole, it)).toMatchObject({ id: 'm2', status: 'done' })
    expect(it.engine.background.size).toBe(0)
  })

  test('keeps no shutdown waiting', async () => {
    const clock = createVirtualClock()
    const { it, done } = await failing('started', clock)
    await clock.run(done)
    expect(it.engine.background.size).toBe(1)
    await clock.run(drain(it.engine))
    expect(it.engine.background.size).toBe(0)
  })

  test('after a person has stopped waiting for its answer to be stored, what was saved of it is kept', async () => {
    const clock = createVirtualClock()
    const { it, way, whole, done } = await failing('answered', clock)
    await clock.run(clock.sleep(10_000))
    await stopTurn(it.scope).catch(() => null)
    await clock.run(done)
    way.isUp = true
    await clock.run(clock.sleep(2_000))
    expect(await latest(whole, it)).toMatchObject({ status: 'interrupted', attempt: 1, deaths: 0 })
    const { entries } = await whole.as(it.scope.owner).entries.page(it.scope.conversation, { limit: 9 })
    expect(entries.map(({ entry }) => entry.type === 'message' && textOf(entry.message))).toEqual(['Hello', 'Fine.'])
  })
})

test.runIf(hasPostgres() && process.env.TEST_DATABASE_URL === undefined)(
  'F5 a real Postgres that stops just after a turn started and comes back finds the turn ended, and the next one is answered',
  async () => {
    const server = await startServer()
    const storage = await openPostgres(server.url, { listenUrl: null })
    const stops: Storage = {
      ...storage,
      as: owner => {
        const store = storage.as(owner)
        const start: Store['turns']['start'] = async (...args) => {
          const started = await store.turns.start(...args)
          await server.crash()
          return started
        }
        return { ...store, turns: { ...store.turns, start } }
      },
    }
    const it = await openTestEngine({ storage, clock: systemClock })
    const dying = await openTestEngine({ storage: stops, clock: systemClock, conversation: it.scope.conversation })
    await send(dying.scope, { id: 'm1', message: user('Hello') })
    await dying.engine.activeTurns.get(it.scope.conversation)?.done
    const again = await run(server.directory, [`port=${new URL(server.url).port}`, 'fsync=off'])
    // The lease of the turn has 30 s to go; who ends it now has not waited for that.
    await vi.waitFor(async () => expect(await latest(storage, it)).not.toMatchObject({ status: 'running' }), {
      ...{ timeout: 15_000, interval: 100 },
    })
    expect(await latest(storage, it)).toMatchObject({ status: 'failed', attempt: 1, deaths: 0 })
    expect((await send(it.scope, { id: 'm2', message: user('And') })).type).toBe('answering')
    await it.engine.activeTurns.get(it.scope.conversation)?.done
    await storage.close()
    await again.stop()
    await server.stop()
  },
  120_000,
)
