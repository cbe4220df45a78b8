import { expect, test } from 'vitest'
import { openMemory } from '../../stores/memory/open.ts'
import { openTestEngine, plainSummary, say, saying } from '../../testing/test-engine.ts'
import type { Usage } from '../ports/chat-model.ts'
import { compactNow } from './compact-now.ts'

const prices = { input: 1, output: 5, cacheRead: 0.1, cacheWrite: 1.25 }

async function receiptWith(usage: Usage | null) {
  const summarise = async () => ({ type: 'answered', text: plainSummary, finish: 'stop', usage }) as const
  const it = await openTestEngine({
    storage: openMemory(),
    generate: saying('Yes, the question was answered. '.repeat(9)),
    summariser: { model: 'scripted', window: 100_000, summarise },
    window: 5_000,
    policy: { automatic: 'off' },
    reserve: 500,
  })
  const engine = { ...it.engine, models: { ...it.engine.models, prices: () => prices } }
  for (let turn = 0; turn < 10; turn++) await say(it, `Question ${turn}`)
  const started = await compactNow({ ...it.scope, engine }, { by: 'force', trigger: 'person' })
  const outcome = started.type === 'running' ? await started.done : null
  if (outcome?.type !== 'completed') throw new Error(JSON.stringify(outcome))
  return outcome.receipt
}

test('C11 the cost of a summariser that did not report its usage is unknown, not nothing', async () => {
  expect(await receiptWith(null)).toMatchObject({ calls: 1, cost: null, saving: null })
})

test('C11 what was reported is paid for', async () => {
  const usage = { input: 1_000_000, output: 0, cacheRead: 0, cacheWrite: 0, reasoning: 0 }
  expect(await receiptWith(usage)).toMatchObject({ calls: 1, cost: 1 })
})
