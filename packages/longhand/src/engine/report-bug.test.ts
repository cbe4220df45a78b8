import { afterEach, expect, test, vi } from 'vitest'
import { openMemory } from '../stores/memory/open.ts'
import { armFailpoints, disarmFailpoints } from '../testing/failpoint.ts'
import { openTestEngine, plainSummary, say, scripted, type TestEngine } from '../testing/test-engine.ts'
import { compactNow } from './compaction/compact-now.ts'
import { readSnapshot } from './snapshot.ts'
import { learnFromUsage } from './turn/learn-from-usage.ts'
import { runRecovery } from './turn/recovery.ts'

afterEach(disarmFailpoints)

const bugs = ({ events }: TestEngine) => events.filter(({ type }) => type === 'bug')
const warnings = ({ events }: TestEngine) => events.flatMap(event => (event.type === 'warning' ? [event.code] : []))

const bug = (during: string) => ({
  type: 'bug',
  during,
  error: expect.objectContaining({ stack: expect.stringContaining('failing-ports.ts') }),
})

test('F8 an exception that nobody expected ends a turn as internal, and is reported with its stack', async () => {
  const it = await openTestEngine({ storage: openMemory() })
  armFailpoints('entries.branch:before=throw@1')
  const chunks = await say(it, 'Hello')
  expect(chunks).toContainEqual(expect.objectContaining({ type: 'data-failure', data: failure }))
  expect(warnings(it)).toEqual(['internal'])
  expect(bugs(it)).toEqual([expect.objectContaining({ ...bug('turn'), conversation: it.scope.conversation })])
})

const failure = expect.objectContaining({ code: 'internal' })

test('F8 an exception of the chat model that is no failure of its provider is a bug too', async () => {
  const broken = scripted(() => {
    throw new TypeError('undefined is not a function')
  })
  const it = await openTestEngine({ storage: openMemory(), generate: broken })
  expect(await say(it, 'Hello')).toContainEqual(expect.objectContaining({ data: failure }))
  expect(bugs(it)).toMatchObject([{ during: 'turn', error: expect.any(TypeError) }])
})

test('F8 what a request teaches is reported as internal when storing it meets a bug', async () => {
  const it = await openTestEngine({ storage: openMemory() })
  const usage = { input: 10, output: 1, cacheRead: 0, cacheWrite: 0, reasoning: 0 }
  armFailpoints('calibrations.put:before=throw')
  await learnFromUsage(it.scope, await readSnapshot(it.scope), usage)
  expect(warnings(it)).toEqual(['internal'])
  expect(bugs(it)).toEqual([expect.objectContaining(bug('turn'))])
})

test('F8 a compaction that meets a bug ends as internal; the view is as it was', async () => {
  const summarise = async () => ({ type: 'answered', text: plainSummary, finish: 'stop', usage: null }) as const
  const summariser = { model: 'scripted', window: 100_000, summarise }
  const it = await openTestEngine({ storage: openMemory(), summariser, window: 5_000, reserve: 500 })
  for (let turn = 0; turn < 10; turn++) await say(it, `Question ${turn}, and so on. `.repeat(8))
  armFailpoints('entries.walk:before=throw')
  const started = await compactNow(it.scope, { by: 'force', trigger: 'person' })
  expect(started.type === 'running' && (await started.done)).toMatchObject({ type: 'failed', reason: 'internal' })
  expect(bugs(it)).toEqual([expect.objectContaining(bug('compaction'))])
})

test('F8 recovery reports a bug and goes on', async () => {
  const it = await openTestEngine({ storage: openMemory() })
  armFailpoints('maintenance.claimTurn:before=throw@1')
  const over = new AbortController()
  const running = runRecovery(it.engine, over.signal)
  await vi.waitFor(() => expect(bugs(it)).toEqual([expect.objectContaining(bug('recovery'))]))
  over.abort()
  await running
})
