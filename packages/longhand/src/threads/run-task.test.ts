import { expect, test } from 'vitest'
import { LonghandError } from '../core/errors.ts'
import { extract } from '../facts/extract.ts'
import type { ExtractJob } from '../facts/extract-job.ts'
import { longConversation } from '../testing/samples/long-conversation.sample.ts'
import { countTokens } from '../tokens/count.ts'
import { createPool } from './pool.ts'
import { runIn, runTask } from './run-task.ts'

const jobOf = (tokens: number): Omit<ExtractJob, 'count'> => {
  const messages = longConversation(tokens)
  return { messages, staying: new Set([1]), prose: null, budget: 2_000, targetRetention: 0.97, minRetention: 0.9 }
}

/** How often everyone else gets their turn while something is under way. */
async function turnsDuring(work: Promise<unknown>): Promise<number> {
  let turns = 0
  let over = false
  const done = work.finally(() => {
    over = true
  })
  for (; !over; turns++) await new Promise(resolve => setTimeout(resolve))
  await done
  return turns
}

test('T6 others get their turn while a long history is extracted, and the text is the same', async () => {
  const job = jobOf(30_000)
  const apart = runTask('extract', job)
  expect(await turnsDuring(apart)).toBeGreaterThan(50)
  expect(await apart).toEqual(extract({ ...job, count: countTokens }))
})

test('a short one is made here: it takes less than a thread does', async () => {
  expect(await turnsDuring(runTask('extract', jobOf(2_000)))).toBeLessThan(5)
})

test('T6 where the file of the thread is missing, the text is made here, and is the same', async () => {
  const job = jobOf(40_000)
  const file = new URL('./left-behind-by-a-bundler.js', import.meta.url)
  const pool = createPool({ file, maxThreads: 1, maxMemoryMb: 256, timeoutMs: 10_000, idleMs: 10_000 })
  expect(await runIn(pool, 'extract', job)).toEqual(extract({ ...job, count: countTokens }))
})

test('what a task refuses is refused with its code, also in a thread', async () => {
  const text = `[${'"no message", '.repeat(10_000)}1]`
  const refused = await runTask('importTranscript', { text, format: null }).catch(error => error)
  expect(refused).toBeInstanceOf(LonghandError)
  expect(refused).toMatchObject({ code: 'bad-transcript' })
})
