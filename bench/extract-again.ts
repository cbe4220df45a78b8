import { defaultCorpus, hasCorpus, recordedMessages, recordings } from '../evals/corpus.ts'
import type { Message } from '../packages/longhand/src/core/message.ts'
import { extract, extractSteps } from '../packages/longhand/src/facts/extract.ts'
import type { ExtractJob } from '../packages/longhand/src/facts/extract-job.ts'
import type { NumberedMessage } from '../packages/longhand/src/facts/reading/quote.ts'
import { countByLine } from '../packages/longhand/src/tokens/count-by-line.ts'
import { countMessage } from '../packages/longhand/src/tokens/count-message.ts'
import { unreadConversation } from './extract-sample.ts'

/** Headings of the rows below. */
export const againHeadings = [
  'conversations',
  'tokens',
  'first ms',
  'again ms',
  'p95 again',
  'ratio',
  'longest step ms',
]

/**
 * Extracts of conversations of which nothing was read before, of the same when only their newest tenth is unread, as at
 * the eleventh compaction of eleven, and the longest that the event loop is held up where there are no threads.
 */
export async function extractedAgain(args: readonly string[]): Promise<readonly (readonly (string | number)[])[]> {
  const sizes = args.includes('--quick') ? [100_000] : [100_000, 300_000, 1_000_000]
  const rows = sizes.map(size => rowOf(`sample of ${size.toLocaleString('en')}`, [unreadConversation(size)]))
  if (!hasCorpus() || args.includes('--quick')) return rows
  const recorded: (readonly NumberedMessage[])[] = []
  for await (const recording of recordings(defaultCorpus)) {
    const messages = numbered(recordedMessages(recording))
    const tokens = tokensOf(messages)
    if (tokens > 100_000 && tokens < 300_000) recorded.push(messages)
  }
  return [...rows, rowOf('recorded, 100,000 to 300,000', recorded)]
}

function rowOf(name: string, conversations: readonly (readonly NumberedMessage[])[]): readonly (string | number)[] {
  const times = conversations.map(messages => {
    // Whoever compacts has counted the messages when they came.
    const [before, all] = [jobOf(messages.slice(0, Math.floor(messages.length * 0.9))), jobOf(messages)]
    const first = processorMs(() => extract(before))
    const again = processorMs(() => extract(all))
    return { tokens: tokensOf(messages), first, again, step: longestStep(jobOf(messages)) }
  })
  const [first, again] = [times.map(({ first }) => first), times.map(({ again }) => again)]
  const p95 = again.toSorted((a, b) => a - b)[Math.ceil(again.length * 0.95) - 1]!
  return [
    name,
    Math.round(mean(times.map(({ tokens }) => tokens))),
    Math.round(mean(first)),
    Math.round(mean(again)),
    Math.round(p95),
    Math.round((mean(first) / mean(again)) * 100) / 100,
    Math.round(Math.max(...times.map(({ step }) => step))),
  ]
}

/** As the classic policy asks for it, of a copy: stores and threads hand in copies. */
function jobOf(messages: readonly NumberedMessage[]): ExtractJob {
  const tokens = tokensOf(messages)
  return {
    messages: structuredClone(messages),
    staying: new Set([1, ...messages.slice(-6).map(({ number }) => number)]),
    prose: null,
    budget: Math.floor(tokens * 0.12),
    maxBudget: Math.floor(tokens * 0.2),
    targetRetention: 0.97,
    minRetention: 0.9,
    count: countByLine,
  }
}

/** Milliseconds of the processor that the longest step of an extract takes. */
function longestStep(job: ExtractJob): number {
  const steps = extractSteps(job)
  let longest = 0
  for (let isDone = false; !isDone; )
    longest = Math.max(
      longest,
      processorMs(() => {
        isDone = steps.next().done === true
      }),
    )
  return longest
}

/** Time of this thread on the processor: what other programs do meanwhile does not count. */
function processorMs(work: () => unknown): number {
  const before = process.threadCpuUsage()
  work()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}

const numbered = (messages: readonly Message[]): readonly NumberedMessage[] =>
  messages.map((message, at) => ({ number: at + 1, message }))

const tokensOf = (messages: readonly NumberedMessage[]): number =>
  messages.reduce((sum, { message }) => sum + countMessage(message), 0)

const mean = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0) / Math.max(1, values.length)
