import { expect, test } from 'vitest'
import type { Json } from '../../core/json.ts'
import { factKinds } from '../../facts/fact.ts'
import { openMemory } from '../../stores/memory/open.ts'
import { openTestEngine, plainSummary, say, saying, settle } from '../../testing/test-engine.ts'
import { readSnapshot } from '../snapshot.ts'
import { recoverOnce } from '../turn/recovery.ts'
import { compactNow } from './compact-now.ts'
import { offerOf } from './offer.ts'
import { parseJob, parseReceipt } from './parse-job.ts'

const long = (text: string): string => `${text} ${'and the person went on with the next '.repeat(5)}`

const open = async (fill: number) => {
  const it = await openTestEngine({
    storage: openMemory(),
    window: 10_000,
    reserve: 500,
    generate: saying(long('Yes')),
    summariser: {
      model: 'plain',
      window: 100_000,
      summarise: async () => ({ type: 'answered', text: plainSummary, finish: 'stop', usage: null }),
    },
  })
  while ((await readSnapshot(it.scope)).status.share! < fill) await say(it, long('And then?'))
  return it
}

const newest = async ({ scope }: Awaited<ReturnType<typeof open>>) =>
  (await scope.store.compactions.list(scope.conversation, { limit: 1 }))[0]!

/** Stores a job with this plan as if the engine had. */
async function plant(it: Awaited<ReturnType<typeof open>>, plan: Json) {
  const { head, epoch } = (await readSnapshot(it.scope)).conversation
  const base = { place: head, compaction: head.compaction, epoch }
  await it.scope.store.compactions.request(it.scope.conversation, { id: 'bad', base, span: { from: 2, to: 5 }, plan })
}

const damaged = 'The stored plan of compaction bad is damaged, so it does not count. Condense again.'

test('F6 whatever field is missing in what the engine stores, it is read or refused with a code', async () => {
  const it = await open(0.75)
  const ready = await newest(it)
  expect(ready.status).toBe('ready')
  expect(parseJob(ready)).toEqual({ ...ready, slices: [] })
  const slices = [{ from: 2, to: 9, numbers: [3, 5], facts: { file: [17, 4_000_000_000] } }]
  expect(parseJob({ ...ready, draft: { slices } })).toEqual({ ...ready, draft: null, slices })
  for (const one of without({ slices }))
    expect(() => parseJob({ ...ready, draft: one })).toThrow(/^The stored text of compaction/)
  for (const [plan, draft] of [
    ...without(ready.plan!).map(one => [one, ready.draft]),
    ...without(ready.draft!).map(one => [ready.plan, one]),
  ])
    expect(() => parseJob({ ...ready, plan: plan!, draft: draft! })).toThrow(/^The stored (plan|text) of compaction/)
  await it.scope.store.compactions.cancel(it.scope.conversation)
  await compactNow(it.scope, { by: 'force', trigger: 'person' })
  await settle(it)
  const done = await newest(it)
  expect(parseReceipt(done)).toEqual(done.receipt)
})

/** The same value without one of its fields, for every field that is always there. */
function without(value: Json): Json[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return []
  return Object.entries(value).flatMap(([name, inside]) => {
    const { [name]: _, ...rest } = value as { readonly [key: string]: Json }
    const bare = optional.has(name) ? [] : [rest]
    return [...bare, ...without(inside).map(one => ({ ...value, [name]: one }))]
  })
}

/** A receipt has the kinds of facts that there were; prose is there where a summariser wrote it. */
const optional: ReadonlySet<string> = new Set(['when', 'pace', 'prose', ...factKinds])

test('F6 a turn that meets a damaged compaction ends it, says so, and goes on', async () => {
  const it = await open(0.6)
  await plant(it, { why: 'damaged' })
  expect(await offerOf(it.scope, (await readSnapshot(it.scope)).conversation)).toBeNull()
  while ((await readSnapshot(it.scope)).conversation.head.compaction === null) {
    const chunks = await say(it, long('And then?'))
    expect(chunks.map(({ type }) => type)).not.toContain('error')
  }
  expect(await it.scope.store.compactions.get(it.scope.conversation, 'bad')).toMatchObject({
    status: 'failed',
    reason: damaged,
  })
  expect(it.events).toContainEqual(
    expect.objectContaining({ type: 'warning', code: 'store-corrupt', sentence: damaged }),
  )
})

test('F6 a person who meets one is told, and recovery leaves none behind', async () => {
  const it = await open(0.3)
  await plant(it, null)
  const started = await compactNow(it.scope, { by: 'force', trigger: 'person' })
  expect(started.type === 'running' && (await started.done)).toMatchObject({ type: 'failed', sentence: damaged })
  const other = await open(0.3)
  await plant(other, 'fold')
  await recoverOnce(other.engine)
  expect((await newest(other)).status).toBe('failed')
})
