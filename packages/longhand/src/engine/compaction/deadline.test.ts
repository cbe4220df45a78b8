import { describe, expect, test } from 'vitest'
import type { WarningCode } from '../../core/compaction-warning.ts'
import { user } from '../../core/message.ts'
import { openMemory } from '../../stores/memory/open.ts'
import { openTestEngine, saying, scripted } from '../../testing/test-engine.ts'
import { createVirtualClock, type VirtualClock } from '../../testing/virtual-clock.ts'
import type { Generate, ProviderFailure } from '../ports/chat-model.ts'
import type { Summariser, SummaryAnswer } from '../ports/summariser.ts'
import { readSnapshot } from '../snapshot.ts'
import { send } from '../turn/send.ts'
import { compactNow } from './compact-now.ts'
import { cancelCompaction, startCompaction } from './compactor.ts'

type Behaviour = (clock: VirtualClock, signal: AbortSignal) => Promise<SummaryAnswer>

const failed = (failure: ProviderFailure): SummaryAnswer => ({ type: 'failed', failure })
const answered = (text: string): SummaryAnswer => ({ type: 'answered', text, finish: 'stop', usage: null })

/** Never answers, and does not even notice that nobody waits any more. */
const mute: Behaviour = async clock => {
  await clock.sleep(10_000_000)
  return failed({ type: 'other', sentence: 'Never.' })
}

/** Everything that a model may do to whoever waits for it. */
const behaviours: Readonly<Record<string, Behaviour>> = {
  'never answers': mute,
  'answers only that it was told to stop': async (clock, signal) => {
    await clock.sleep(10_000_000, signal)
    return failed({ type: 'cancelled', sentence: 'Stopped.' })
  },
  'fails slowly, again and again': async clock => {
    await clock.sleep(25_000)
    return failed({ type: 'unavailable', sentence: 'Not now.' })
  },
  'asks to wait for a minute': async () => failed({ type: 'rate-limited', retryAfterMs: 59_000, sentence: 'Later.' }),
  'takes 20 s for each of several parts': async clock => {
    await clock.sleep(20_000)
    return answered('')
  },
  'writes what no gate lets through': async () => answered(''),
  'refuses the key': async () => failed({ type: 'refused-key', sentence: 'No such key.' }),
}

/** F1 what each is warned of, where it is not that it took too long. */
const warnings: Readonly<Record<string, WarningCode>> = {
  'writes what no gate lets through': 'draft-rejected',
  'refuses the key': 'summariser-key',
}

const summariserWith = (clock: VirtualClock, behaviour: Behaviour, window = 100_000): Summariser => ({
  model: 'slow',
  window,
  summarise: (_, signal) => behaviour(clock, signal),
})

/** A conversation of twenty messages, in front of a summariser that is no help. */
async function room(clock: VirtualClock, summariser: Summariser, generate: Generate = scripted(() => [])) {
  const storage = openMemory({ now: clock.now })
  const it = await openTestEngine({ storage, clock, generate, summariser, window: 100_000 })
  const words = Array.from({ length: 20 }, (_, at) => user(`Question ${at}. ${'And so on. '.repeat(40)}`))
  const entries = words.map((message, at) => ({ type: 'message', id: `m${at}`, message, count: 500 }) as const)
  await it.scope.store.entries.append(it.scope.conversation, entries)
  return it
}

type Room = Awaited<ReturnType<typeof room>>

const headOf = async ({ scope }: Room) => (await scope.store.conversations.get(scope.conversation)).head

async function started(starting: ReturnType<typeof startCompaction>) {
  const result = await starting
  if (result.type !== 'running') throw new Error(result.type)
  return result
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
  const it = await room(clock, summariserWith(clock, mute), refusing)
  await send(it.scope, { id: 'last', message: user('And?') })
  await clock.run(it.engine.activeTurns.get(it.scope.conversation)!.done)
  const [job] = await it.scope.store.compactions.list(it.scope.conversation)
  expect(job).toMatchObject({ status: 'done', receipt: { trigger: 'overflow', method: 'extract', model: null } })
  expect(job!.endedAt! - job!.at).toBeLessThanOrEqual(60_000)
  expect(JSON.stringify(it.asked.at(-1)!.messages)).toContain('<summary>')
})

describe.each([
  ['usual', 60_000],
  ['fast', 10_000],
] as const)('US5.3 C6 a compaction by hand, at the %s pace', (pace, ms) => {
  const person = { by: 'force', trigger: 'person', pace } as const

  test.each(Object.keys(behaviours))(
    'SC-004 ends in time with the originals’ own words when the model %s',
    async name => {
      const clock = createVirtualClock()
      const window = name.includes('parts') ? 4_200 : 100_000
      const it = await room(clock, summariserWith(clock, behaviours[name]!, window))
      const { done } = await started(compactNow(it.scope, person))
      expect(await clock.run(done)).toMatchObject({
        type: 'completed',
        receipt: { trigger: 'person', method: 'extract', model: null, warnings: [warnings[name] ?? 'summariser-late'] },
      })
      expect(clock.now()).toBeLessThanOrEqual(ms)
      expect((await headOf(it)).compaction).not.toBeNull()
    },
  )

  test('SC-004 ends in time when one that nobody asked for was under way and hangs', async () => {
    const clock = createVirtualClock()
    const it = await room(clock, summariserWith(clock, mute))
    const ahead = { by: 'force', trigger: 'threshold', when: 'at-threshold' } as const
    await started(startCompaction(it.scope, await readSnapshot(it.scope), ahead))
    const { done } = await started(compactNow(it.scope, person))
    expect(await clock.run(done)).toMatchObject({
      type: 'completed',
      receipt: { trigger: 'person', method: 'extract' },
    })
    expect(clock.now()).toBeLessThanOrEqual(ms)
  })

  test('F4 cancelling it leaves everything as it was', async () => {
    const clock = createVirtualClock()
    const it = await room(clock, summariserWith(clock, mute))
    const { done } = await started(compactNow(it.scope, person))
    await cancelCompaction(it.scope)
    expect(await clock.run(done)).toEqual({ type: 'cancelled' })
    expect((await headOf(it)).compaction).toBeNull()
    expect(clock.now()).toBe(0)
  })
})
