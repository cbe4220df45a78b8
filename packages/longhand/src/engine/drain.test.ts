import { afterEach, expect, test } from 'vitest'
import { user } from '../core/message.ts'
import { openMemory } from '../stores/memory/open.ts'
import { armFailpoints, disarmFailpoints, reached, release } from '../testing/failpoint.ts'
import {
  aborted,
  openTestEngine,
  say,
  saying,
  type TestEngine,
  type TestEngineOptions,
} from '../testing/test-engine.ts'
import { compactNow } from './compaction/compact-now.ts'
import { drain } from './drain.ts'
import type { Summariser } from './ports/summariser.ts'
import { recoverOnce } from './turn/recovery.ts'
import { send } from './turn/send.ts'

afterEach(disarmFailpoints)

/** Writes until it is told to stop. */
const endless: Summariser = {
  model: 'endless',
  window: 100_000,
  summarise: async (_, signal) => {
    await aborted(signal)
    return { type: 'failed', failure: { type: 'cancelled', sentence: 'Stopped.' } }
  },
}

/** A conversation that fills more than seven tenths of its window. */
async function fullRoom(options: Partial<TestEngineOptions> = {}): Promise<TestEngine> {
  const generate = saying('Yes, and so on. '.repeat(20))
  const it = await openTestEngine({ storage: openMemory(), window: 5_000, reserve: 500, generate, ...options })
  for (let turn = 0; turn < 10; turn++) await say(it, `Question ${turn}`)
  return it
}

test('K8 what an answer leads to after its end is waited for, and what that would begin ends at once', async () => {
  const code = saying(`Here:\n\n\`\`\`ts\n${'const price = 4.5\n'.repeat(12)}\`\`\``)
  const it = await fullRoom({ summariser: endless, policy: { automatic: 'off' }, generate: code })
  armFailpoints('checkpoints.create:before=pause')
  await send(it.scope, { id: 'last', message: user('And?') })
  await reached('checkpoints.create:before')
  // The first read is that of the request, the second that of whoever writes it.
  armFailpoints('entries.branch:before=pause@2')
  expect(it.engine.activeTurns.size).toBe(0)
  let over = false
  const drained = drain(it.engine).then(() => {
    over = true
  })
  await new Promise(resolve => setImmediate(resolve))
  expect(over).toBe(false)
  const started = await compactNow(it.scope, { by: 'force', trigger: 'person' })
  release('checkpoints.create:before')
  await reached('entries.branch:before')
  expect(over).toBe(false)
  release('entries.branch:before')
  await drained
  expect(started.type === 'running' && (await started.done)).toEqual({ type: 'cancelled' })
  expect(it.engine.background.size).toBe(0)
})

test('D4 a process that shuts down hands its compaction over: the next one need not wait for the lease', async () => {
  let now = 0
  const storage = openMemory({ now: () => now })
  const it = await fullRoom({ storage, summariser: endless, policy: { automatic: 'off' } })
  const started = await compactNow(it.scope, { by: 'force', trigger: 'person' })
  await drain(it.engine)
  expect(started.type === 'running' && (await started.done)).toEqual({ type: 'cancelled' })
  now++
  const { conversation } = it.scope
  const other = await openTestEngine({ storage, conversation, window: 5_000, reserve: 500, worker: 'w2' })
  await recoverOnce(other.engine)
  const [job] = await other.scope.store.compactions.list(conversation)
  expect(job).toMatchObject({ status: 'done', attempt: 2 })
})
