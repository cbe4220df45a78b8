import type { Conversation } from './have-conversation.ts'
import type { CallRecord } from './replay.ts'

/** What a library did over all conversations. Shares are of late calls: those behind more than the threshold of words. */
export type Figures = {
  readonly calls: number
  readonly tooLong: number
  readonly errors: number
  readonly invalid: number
  readonly newestMissing: number
  readonly resultsCut: number
  readonly first: number
  readonly typed: number
  readonly names: number
  readonly pairs: number
  readonly lines: number
  readonly lateTokens: number
  readonly input: number
  readonly cachedShare: number
  /** Requests that do not begin with all of the one before, so that a cache knows less than it could. */
  readonly cacheBreaks: number
  /** In tokens of fresh input. */
  readonly cost: number
  readonly summaries: number
  readonly summariesRefused: number
  readonly waits: number
  readonly waitSeconds: number
  readonly cpuMs: number
  readonly historyKept: number
  readonly broken: number
}

/** Prices against a fresh token of input, as leading providers have them. */
const price = { cached: 0.1, fresh: 1, written: 1.25, output: 5 }

/** Where compaction begins in every library that has a threshold. */
export const threshold = 0.8

export function figuresOf(conversations: readonly Conversation[], window: number): Figures {
  const calls = conversations.flatMap(one => one.calls)
  const late = conversations.flatMap(one => lateCalls(one, window))
  // A call that a real provider would not have answered shows nothing.
  const answered = late.filter(({ isTooLong }) => !isTooLong)
  const summaries = conversations.flatMap(one => one.summaries)
  const written = summaries.filter(({ refused }) => !refused)
  const refusedSteps = (reason: 'too-long' | 'invalid'): number =>
    sum(
      conversations,
      one => new Set(one.refusals.filter(refusal => refusal.reason === reason).map(({ step }) => step)).size,
    )
  const recalled = (kind: 'names' | 'pairs' | 'lines'): number =>
    share(
      sum(answered, ({ recall }) => recall[kind].shown),
      sum(late, ({ recall }) => recall[kind].asked),
    )
  const waits = conversations.map(waitsIn)
  return {
    calls: calls.length,
    tooLong: refusedSteps('too-long'),
    errors: sum(conversations, ({ errors }) => new Set(errors.map(({ step }) => step)).size),
    invalid: refusedSteps('invalid'),
    newestMissing: calls.filter(({ hasNewest }) => !hasNewest).length,
    resultsCut: calls.filter(({ hasResults }) => !hasResults).length,
    first: share(answered.filter(({ hasFirst }) => hasFirst).length, answered.length),
    typed: share(
      sum(answered, ({ typed }) => typed),
      answered.length,
    ),
    names: recalled('names'),
    pairs: recalled('pairs'),
    lines: recalled('lines'),
    lateTokens: sum(answered, ({ tokens }) => tokens) / Math.max(1, answered.length),
    input: sum(calls, ({ tokens }) => tokens),
    cachedShare: share(
      sum(calls, ({ cached }) => cached),
      sum(calls, ({ tokens }) => tokens),
    ),
    cacheBreaks: sum(
      conversations,
      one => one.calls.filter(({ cached }, at) => at > 0 && cached < one.calls[at - 1]!.tokens).length,
    ),
    cost: sum(calls, one => costOf(one, price.written)) + sum(written, one => costOf(one, price.fresh)),
    summaries: written.length,
    summariesRefused: summaries.length - written.length,
    waits: sum(waits, ({ count }) => count),
    waitSeconds: sum(waits, ({ seconds }) => seconds),
    cpuMs: sum(conversations, ({ cpuMs }) => cpuMs) / Math.max(1, calls.length),
    historyKept: share(
      sum(conversations, ({ kept }) => kept),
      sum(conversations, ({ messages }) => messages),
    ),
    broken: conversations.filter(({ broken }) => broken !== null).length,
  }
}

const lateCalls = ({ calls }: Conversation, window: number): readonly CallRecord[] =>
  calls.filter(({ before }) => before > threshold * window)

/** A call's new tokens are written to the cache, for the next; those of a summary are not. */
const costOf = ({ tokens, cached, output }: Spent, uncached: number): number =>
  price.cached * cached + uncached * (tokens - cached) + price.output * output

type Spent = { readonly tokens: number; readonly cached: number; readonly output: number }

/** Summaries before one call are one wait. */
function waitsIn({ summaries }: Conversation) {
  const bySteps = Map.groupBy(
    summaries.filter(({ waited }) => waited > 0),
    ({ step }) => step,
  )
  return { count: bySteps.size, seconds: sum(summaries, ({ waited }) => waited) }
}

const share = (part: number, whole: number): number => (whole === 0 ? 1 : part / whole)

const sum = <T>(list: readonly T[], figure: (one: T) => number): number =>
  list.reduce((total, one) => total + figure(one), 0)
