import { afterEach, expect, test } from 'vitest'
import { user } from '../core/message.ts'
import { openMemory } from '../stores/memory/open.ts'
import { type EngineRoom, openRoom, type RoomOptions, say, saying } from '../testing/engine-room.ts'
import { compactNow } from './compaction/compact-now.ts'
import { drain } from './drain.ts'
import { armFailpoints, disarmFailpoints, reached, release } from './failpoint.ts'
import type { Summariser } from './ports/summariser.ts'
import { takeOver } from './turn/recovery.ts'
import { send } from './turn/send.ts'

afterEach(disarmFailpoints)

/** Writes until it is told to stop. */
const endless: Summariser = {
  model: 'endless',
  window: 100_000,
  summarise: (_, signal) =>
    new Promise(resolve => {
      const trouble = { type: 'cancelled', sentence: 'Stopped.' } as const
      signal.addEventListener('abort', () => resolve({ type: 'failed', trouble }))
    }),
}

/** A conversation that fills more than seven tenths of its window. */
async function fullRoom(options: Partial<RoomOptions> = {}): Promise<EngineRoom> {
  const speak = saying('Yes, and so on. '.repeat(20))
  const it = await openRoom({ storage: openMemory(), window: 5_000, reserve: 500, speak, ...options })
  for (let turn = 0; turn < 10; turn++) await say(it, `Question ${turn}`)
  return it
}

test('K8 what an answer leads to after its end is waited for, and what that would begin ends at once', async () => {
  const it = await fullRoom({ summariser: endless, policy: { automatic: 'off' } })
  armFailpoints('turn.note=pause; compaction.read=pause')
  await send(it.scope, { id: 'last', message: user('And?') })
  await reached('turn.note')
  expect(it.engine.answering.size).toBe(0)
  let over = false
  const drained = drain(it.engine).then(() => {
    over = true
  })
  await new Promise(resolve => setImmediate(resolve))
  expect(over).toBe(false)
  const begun = await compactNow(it.scope, { by: 'force', trigger: 'person' })
  release('turn.note')
  await reached('compaction.read')
  expect(over).toBe(false)
  release('compaction.read')
  await drained
  expect(begun.type === 'running' && (await begun.done)).toEqual({ type: 'cancelled' })
  expect(it.engine.underWay.size).toBe(0)
})

test('D4 a process that shuts down hands its compaction over: the next one need not wait for the lease', async () => {
  let now = 0
  const storage = openMemory({ now: () => now })
  const it = await fullRoom({ storage, summariser: endless, policy: { automatic: 'off' } })
  const begun = await compactNow(it.scope, { by: 'force', trigger: 'person' })
  await drain(it.engine)
  expect(begun.type === 'running' && (await begun.done)).toEqual({ type: 'cancelled' })
  now++
  const { conversation } = it.scope
  const other = await openRoom({ storage, conversation, window: 5_000, reserve: 500, worker: 'w2' })
  await takeOver(other.engine)
  const [job] = await other.scope.store.compactions.list(conversation)
  expect(job).toMatchObject({ status: 'done', attempt: 2 })
})
