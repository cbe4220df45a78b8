import { expect, test } from 'vitest'
import { user } from '../../core/message.ts'
import { openMemory } from '../../stores/memory/open.ts'
import { openTestEngine, saying, scripted } from '../../testing/test-engine.ts'
import { createVirtualClock, type VirtualClock } from '../../testing/virtual-clock.ts'
import type { Generate } from '../ports/chat-model.ts'
import type { Summariser } from '../ports/summariser.ts'
import { send } from '../turn/send.ts'
import { compactNow } from './compact-now.ts'

/** Never answers, and does not even notice that nobody waits any more. */
const mute = (clock: VirtualClock): Summariser => ({
  model: 'mute',
  window: 100_000,
  summarise: async () => {
    await clock.sleep(10_000_000)
    return { type: 'failed', failure: { type: 'other', sentence: 'Never.' } }
  },
})

/** A conversation of so many messages, in front of a summariser that never answers. */
async function room(clock: VirtualClock, generate: Generate) {
  const storage = openMemory({ now: clock.now })
  const it = await openTestEngine({ storage, clock, generate, summariser: mute(clock), window: 100_000 })
  const words = Array.from({ length: 20 }, (_, at) => user(`Question ${at}. ${'And so on. '.repeat(40)}`))
  const entries = words.map((message, at) => ({ type: 'message', id: `m${at}`, message, count: 500 }) as const)
  await it.scope.store.entries.append(it.scope.conversation, entries)
  return it
}

test('US2.3 C6 who must wait for a summary waits for 60 s at most; then the originals’ own words take its place', async () => {
  const clock = createVirtualClock()
  const words = saying('Here it is.')
  let refused = false
  const refusing: Generate = async function* (request, signal) {
    if (refused) return yield* words(request, signal)
    refused = true
    yield { type: 'failed', failure: { type: 'overflow', used: 20_000, limit: 9_000 } }
  }
  const it = await room(clock, refusing)
  await send(it.scope, { id: 'last', message: user('And?') })
  await clock.run(it.engine.activeTurns.get(it.scope.conversation)!.done)
  const [job] = await it.scope.store.compactions.list(it.scope.conversation)
  expect(job).toMatchObject({ status: 'done', receipt: { trigger: 'overflow', method: 'extract', model: null } })
  expect(job!.endedAt! - job!.at).toBe(60_000)
  expect(JSON.stringify(it.asked.at(-1)!.messages)).toContain('<summary>')
})

test.each([
  ['usual', 120_000],
  ['fast', 10_000],
] as const)(
  'US5.3 C6 by hand, at the %s pace, it is given up after %i ms, and the view is as it was',
  async (pace, ms) => {
    const clock = createVirtualClock()
    const it = await room(
      clock,
      scripted(() => []),
    )
    const started = await compactNow(it.scope, { by: 'force', trigger: 'person', pace })
    if (started.type !== 'running') throw new Error(started.type)
    expect(await clock.run(started.done)).toMatchObject({
      type: 'failed',
      sentence: `The summary took longer than ${ms / 1000} s.`,
    })
    expect(clock.now()).toBe(ms)
    expect(await it.scope.store.conversations.get(it.scope.conversation)).toMatchObject({ head: { compaction: null } })
  },
)
