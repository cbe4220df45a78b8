import { expect, test } from 'vitest'
import { runToEnd } from '../../core/steps.ts'
import { extract, extractSteps } from '../../facts/extract.ts'
import { longConversation } from '../../testing/samples/long-conversation.sample.ts'
import { countByLine } from '../../tokens/count-by-line.ts'
import { runSteps } from './run-steps.ts'
import { taskRunner } from './run-task.ts'

const jobOf = (tokens: number) => ({
  messages: longConversation(tokens),
  staying: new Set([1]),
  prose: null,
  budget: 2_000,
  targetRetention: 0.97,
  minRetention: 0.9,
  count: countByLine,
})

test('F7 an extract without threads is made in many steps, and is the same', async () => {
  const job = jobOf(30_000)
  let pauses = 0
  const made = await runSteps(extractSteps(job), async () => void pauses++)
  expect(made).toEqual(extract(job))
  expect(pauses).toBeGreaterThan(job.messages.length)
})

test('F7 others have their turn while an engine without threads makes an extract', async () => {
  const { count, ...job } = jobOf(60_000)
  let turns = 0
  let over = false
  const making = taskRunner({ meter: { count: () => 0, countText: count } })('extract', job).finally(() => {
    over = true
  })
  for (; !over; turns++) await new Promise(resolve => setTimeout(resolve))
  expect(turns).toBeGreaterThan(5)
  expect(await making).toEqual(runToEnd(extractSteps({ ...job, count })))
})
