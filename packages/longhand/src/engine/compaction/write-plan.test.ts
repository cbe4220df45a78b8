import { expect, test } from 'vitest'
import { assistant, user } from '../../core/message.ts'
import { planOf } from '../../core/plan.ts'
import { openMemory } from '../../stores/memory/open.ts'
import { openTestEngine, plainSummary, say, scripted, settle } from '../../testing/test-engine.ts'
import type { SummaryRequest } from '../ports/summariser.ts'
import { readSnapshot } from '../snapshot.ts'
import { compactNow } from './compact-now.ts'
import { foldBudgetOf } from './write-plan.ts'

test('Q2 what two digests fold is still told by one of them: neither leaves it to the other', async () => {
  let turn = 0
  const generate = scripted(() => {
    const about = ++turn === 2 || turn === 4 ? 'The queue is claimed in src/harbour/claimQueue.ts.' : `Step ${turn}.`
    return [{ role: 'assistant', parts: [{ type: 'text', text: `${about} ${'And so on and on. '.repeat(40)}` }] }]
  })
  const policy = { strategy: 'digest', automatic: 'off', target: 0.15, keep: { by: 'messages', amount: 2 } } as const
  const it = await openTestEngine({ storage: openMemory(), generate, window: 20_000, policy })
  for (let at = 1; at <= 8; at++) await say(it, `Go on with ${at}.`)
  const started = await compactNow(it.scope, { by: 'force', trigger: 'person' })
  expect(started.type === 'running' && (await started.done)).toMatchObject({ type: 'completed' })
  await settle(it)
  const { view } = await readSnapshot(it.scope)
  expect(view.filter(({ kind }) => kind === 'digest').length).toBeGreaterThan(2)
  expect(JSON.stringify(view)).toContain('claimQueue.ts')
})

test('C9 C18 by hand too the record so far is read when the originals are too many, with the instructions', async () => {
  let passed = 0
  const asked: SummaryRequest[] = []
  const summarise = async (request: SummaryRequest) => {
    asked.push(request)
    return { type: 'answered', text: plainSummary, finish: 'stop', usage: null } as const
  }
  const it = await openTestEngine({
    storage: openMemory({ now: () => Date.now() + passed }),
    window: 1_000_000,
    policy: { automatic: 'off' },
    summariser: { model: 'plain', window: 1_000_000, summarise },
  })
  const { store, conversation } = it.scope
  const go = async (instructions: string) => {
    const started = await compactNow(it.scope, { by: 'force', trigger: 'person', instructions })
    expect(started.type === 'running' && (await started.done)).toMatchObject({ type: 'completed' })
  }
  const talk = (many: number) =>
    store.entries.append(
      conversation,
      Array.from({ length: many }, (_, at) => {
        const message = at % 2 === 0 ? user('Go on with the next one.') : assistant('Yes, that one is done.')
        return { id: crypto.randomUUID(), type: 'message', message, count: 10 } as const
      }),
    )
  await talk(2_100)
  await go('Keep the first.')
  await talk(100)
  passed += 60_000
  await go('Keep the second.')
  const [first, second] = [asked[0]!, asked.at(-1)!]
  expect([first.previous, first.instructions]).toEqual([null, 'Keep the first.'])
  expect(second.instructions).toBe('Keep the second.')
  expect(second.previous).toContain(plainSummary.split('\n')[1])
})

test.each([
  ['by itself, above its target', 'threshold', 0.8, 'more'],
  ['by itself, below its target', 'threshold', 0.2, 'none'],
  ['by hand', 'person', 0.8, 'none'],
] as const)(
  'C21 a view that is folded %s has lines beyond its facts: %s, %s of the window: %s',
  async (_, trigger, full, lines) => {
    const window = 40_000
    const it = await openTestEngine({ storage: openMemory(), window, policy: { automatic: 'off' } })
    const { store, conversation } = it.scope
    const count = Math.floor((window * full) / 40)
    const entries = Array.from({ length: 40 }, (_, at) => {
      const message = at % 2 === 0 ? user(`Go on with ${at}.`) : assistant(`Step ${at} is done.`)
      return { id: crypto.randomUUID(), type: 'message', message, count } as const
    })
    await store.entries.append(conversation, entries)
    const snapshot = await readSnapshot(it.scope)
    const decision = planOf(snapshot.layout, snapshot.policy, { by: 'force', status: snapshot.status })
    if (decision.type === 'rest') throw new Error(decision.reason)
    const { minLedger } = foldBudgetOf(it.scope, snapshot, { decision, options: { by: 'threshold', trigger } })
    expect(minLedger > 0).toBe(lines === 'more')
  },
)
