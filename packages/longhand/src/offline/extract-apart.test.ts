import { expect, test } from 'vitest'
import { type ExtractJob, extract } from '../core/extract.ts'
import { longConversation } from '../core/long-conversation.sample.ts'
import { countTokens } from '../tokens/count.ts'
import { extractApart } from './extract-apart.ts'

const jobOf = (tokens: number): Omit<ExtractJob, 'count'> => {
  const messages = longConversation(tokens)
  return { messages, staying: new Set([1]), prose: null, budget: 2_000, enough: 0.97, least: 0.9 }
}

const script = (text: string): URL => new URL(`data:text/javascript,${encodeURIComponent(text)}`)

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
  const job = jobOf(60_000)
  const apart = extractApart(job)
  expect(await turnsDuring(apart)).toBeGreaterThan(100)
  expect(await apart).toEqual(extract({ ...job, count: countTokens }))
})

test('a short one is made here: it takes less than a thread does', async () => {
  const job = jobOf(2_000)
  expect(await turnsDuring(extractApart(job))).toBeLessThan(5)
})

test('T6 where the file of the thread is missing, the text is made here, and is the same', async () => {
  const job = jobOf(40_000)
  const missing = new URL('./left-behind-by-a-bundler.js', import.meta.url)
  expect(await extractApart(job, missing)).toEqual(extract({ ...job, count: countTokens }))
})

test('T6 a long one is made by the thread that is given', async () => {
  const answering = script(
    "import { parentPort } from 'node:worker_threads'; parentPort.postMessage('from the thread')",
  )
  expect(await extractApart(jobOf(40_000), answering)).toBe('from the thread')
})

test('a thread that breaks, or ends without an answer, is told and not hidden', async () => {
  const job = jobOf(40_000)
  await expect(extractApart(job, script("throw new RangeError('broken')"))).rejects.toThrow('broken')
  await expect(extractApart(job, script('process.exit(3)'))).rejects.toThrow('ended with 3')
})
