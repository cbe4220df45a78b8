import fc from 'fast-check'
import { expect, test } from 'vitest'
import { user } from '../../core/message.ts'
import { openMemory } from '../../stores/memory/open.ts'
import { openTestEngine, saying, type TestEngine } from '../../testing/test-engine.ts'
import { createVirtualClock, type VirtualClock } from '../../testing/virtual-clock.ts'
import { compactNow } from '../compaction/compact-now.ts'
import type { Generate } from '../ports/chat-model.ts'
import type { Storage } from '../ports/store.ts'
import type { Summariser } from '../ports/summariser.ts'
import { runRecovery } from './recovery.ts'
import { send } from './send.ts'

/** A lease of 30 s that was renewed in the moment of death, and a look every 5 s that has just been. */
const worst = 30_000 + 5_000

/** How exactly the time is taken. */
const everyMs = 100

const kinds = ['answer', 'compaction'] as const

test.each(kinds)('D4 the %s of a dead process has a new owner within 35 s, whenever it died', async kind => {
  const spans: number[] = []
  const moments = fc.tuple(fc.integer({ min: 1, max: 45_000 }), fc.integer({ min: 0, max: 4_999 }))
  await fc.assert(
    fc.asyncProperty(moments, async ([livedMs, phaseMs]) => {
      const clock = createVirtualClock()
      const storage = openMemory({ now: clock.now })
      const watch = await watcher(storage, clock, 'heir')
      void watch(phaseMs)
      const dead = await begun(kind, storage, clock)
      await clock.run(clock.sleep(livedMs))
      dead.die()
      spans.push(await untilOwned(clock, storage, dead.room))
      expect(spans.at(-1)).toBeLessThanOrEqual(worst + everyMs)
    }),
    { numRuns: 60, examples: [[[20_001, 0]]] },
  )
  // The bound is near: it would be noticed if a lease or a look took longer.
  expect(Math.max(...spans)).toBeGreaterThan(30_000)
})

test('D4 when the heir dies as well, the next one has it within 35 s of that', async () => {
  const clock = createVirtualClock()
  const storage = openMemory({ now: clock.now })
  const first = await begun('compaction', storage, clock)
  await clock.run(clock.sleep(12_000))
  first.die()
  const mortal = dying(storage)
  const heir = await openTestEngine({
    storage: mortal.storage,
    clock,
    worker: 'heir',
    summariser: endless(clock),
    ...size,
  })
  void runRecovery(heir.engine, new AbortController().signal)
  await clock.run(owned(clock, storage, first.room, 'heir'))
  await clock.run(clock.sleep(15_000))
  mortal.die()
  const diedAt = clock.now()
  void (await watcher(storage, clock, 'next'))(0)
  await clock.run(owned(clock, storage, first.room, 'next'))
  expect(clock.now() - diedAt).toBeLessThanOrEqual(worst + everyMs)
})

test.each(kinds)(
  'D4 a clock that is set back keeps no %s of the dead, and takes none from the living',
  async kind => {
    const clock = settable(createVirtualClock(2 * hour))
    const storage = openMemory({ now: clock.now })
    const [dead, alive] = [await begun(kind, storage, clock), await begun(kind, storage, clock)]
    void (await watcher(storage, clock, 'heir'))(0)
    await clock.run(clock.sleep(12_000))
    dead.die()
    clock.setBack(hour)
    expect(await untilOwned(clock, storage, dead.room)).toBeLessThanOrEqual(worst + 5_000 + everyMs)
    await clock.run(clock.sleep(120_000))
    const { turns, compactions } = storage.as(alive.room.scope.owner)
    const id = alive.room.scope.conversation
    const [job] = await compactions.list(id)
    expect(kind === 'answer' ? await turns.latest(id) : job).toMatchObject({ attempt: 1, deaths: 0 })
  },
  60_000,
)

const hour = 3_600_000

/** A clock that can be set back, for everyone who looks at it; nobody sleeps any longer for that. */
function settable(clock: VirtualClock): VirtualClock & { readonly setBack: (ms: number) => void } {
  let behind = 0
  return {
    ...clock,
    now: () => clock.now() - behind,
    setBack: ms => {
      behind += ms
    },
  }
}

const size = { window: 5_000, reserve: 500 }

type Begun = { readonly room: TestEngine; readonly die: () => void }

/** A process in the middle of something that takes for ever. */
async function begun(kind: (typeof kinds)[number], whole: Storage, clock: VirtualClock): Promise<Begun> {
  const { storage, die } = dying(whole)
  const generate = kind === 'answer' ? silent(clock) : saying('Yes, and so on. '.repeat(20))
  const room = await openTestEngine({
    ...{ storage, clock, generate, summariser: endless(clock), ...size },
    policy: { automatic: 'off' },
  })
  if (kind === 'answer') await send(room.scope, { id: 'm1', message: user('Hello') })
  else {
    const words = Array.from({ length: 12 }, (_, at) => user(`Question ${at}. ${'And so on. '.repeat(10)}`))
    const entries = words.map((message, at) => ({ type: 'message', id: `m${at}`, message, count: 150 }) as const)
    await room.scope.store.entries.append(room.scope.conversation, entries)
    // By hand it would end within a minute.
    await compactNow(room.scope, { by: 'force', trigger: 'threshold' })
  }
  return { room, die }
}

const silent = (clock: VirtualClock): Generate =>
  async function* () {
    await clock.sleep(1_000_000)
    yield { type: 'failed', failure: { type: 'other', sentence: 'Never.' } }
  }

const endless = (clock: VirtualClock): Summariser => ({
  model: 'endless',
  window: 100_000,
  summarise: async () => {
    await clock.sleep(1_000_000)
    return { type: 'failed', failure: { type: 'other', sentence: 'Never.' } }
  },
})

/** A storage that the dead do not reach any more. */
function dying(whole: Storage): { readonly storage: Storage; readonly die: () => void } {
  let dead = false
  const unlessDead = <Args extends unknown[], Result>(call: (...args: Args) => Promise<Result>) => {
    return (...args: Args) => (dead ? new Promise<Result>(() => {}) : call(...args))
  }
  const storage: Storage = {
    ...whole,
    as: owner => {
      const store = whole.as(owner)
      const { turns, compactions } = store
      return {
        ...store,
        turns: { ...turns, save: unlessDead(turns.save), beat: unlessDead(turns.beat) },
        compactions: { ...compactions, beat: unlessDead(compactions.beat) },
      }
    },
    maintenance: {
      ...whole.maintenance,
      claimTurn: unlessDead(whole.maintenance.claimTurn),
      claimCompaction: unlessDead(whole.maintenance.claimCompaction),
    },
  }
  return {
    storage,
    die: () => {
      dead = true
    },
  }
}

/** Another process, which begins to look around at a phase of its own. */
async function watcher(storage: Storage, clock: VirtualClock, worker: string) {
  const { engine } = await openTestEngine({ storage, clock, worker, summariser: endless(clock), ...size })
  return async (phaseMs: number) => {
    await clock.sleep(phaseMs)
    await runRecovery(engine, new AbortController().signal)
  }
}

async function untilOwned(clock: VirtualClock, storage: Storage, room: TestEngine): Promise<number> {
  const from = clock.now()
  await clock.run(owned(clock, storage, room, 'heir'))
  return clock.now() - from
}

/** Until this worker has it, or has ended it. */
async function owned(clock: VirtualClock, storage: Storage, { scope }: TestEngine, worker: string): Promise<void> {
  const { turns, compactions } = storage.as(scope.owner)
  for (;;) {
    const turn = await turns.latest(scope.conversation)
    const [job] = await compactions.list(scope.conversation)
    if (turn?.status === 'interrupted' || job?.worker === worker) return
    await clock.sleep(everyMs)
  }
}
