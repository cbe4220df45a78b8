import { expect, test } from 'vitest'
import { type ExtractJob, extract } from '../core/extract.ts'
import { longConversation } from '../core/long-conversation.sample.ts'
import { countTokens } from '../tokens/count.ts'
import { extractApart } from './extract-apart.ts'

const jobOf = (tokens: number): Omit<ExtractJob, 'count'> => {
  const messages = longConversation(tokens)
  return { messages, staying: new Set([1]), prose: null, budget: 2_000, enough: 0.97, least: 0.9 }
}

/** How often everyone else gets their turn while something is under way. */
async function turnsDuring(work: Promise<unknown>): Promise<number> {
  let turns = 0
  let over = false
  const done = work.finally(() => {
    over = true
  })
  for (; !over; turns++) await new Promise(resolve => setImmediate(resolve))
  await done
  return turns
}

test('T6 others get their turn while a long history is extracted, and the text is the same', async () => {
  const job = jobOf(150_000)
  const apart = extractApart(job)
  expect(await turnsDuring(apart)).toBeGreaterThan(100)
  expect(await apart).toEqual(extract({ ...job, count: countTokens }))
})

test('a short one is made here: it takes less than a thread does', async () => {
  const job = jobOf(2_000)
  expect(await turnsDuring(extractApart(job))).toBeLessThan(5)
})
