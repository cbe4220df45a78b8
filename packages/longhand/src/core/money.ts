/** What a model charges for a million tokens. */
export type Prices = {
  readonly input: number
  readonly output: number
  readonly cacheRead: number
  readonly cacheWrite: number
}

/** Tokens that were paid for; `input` includes what was read from and written to the provider's cache. */
export type PaidTokens = Prices

/** What a request cost. */
export function costOf({ input, output, cacheRead, cacheWrite }: PaidTokens, prices: Prices): number {
  const fresh = Math.max(0, input - cacheRead - cacheWrite)
  return perMillion(
    fresh * prices.input + output * prices.output + cacheRead * prices.cacheRead + cacheWrite * prices.cacheWrite,
  )
}

/** Tokens of the view before and after a compaction, and what the summariser cost. */
export type CompactionBill = { readonly before: number; readonly after: number; readonly cost: number }

/** What to expect of later requests: the chat model's prices, and the tokens a view grows by each time. */
export type Forecast = { readonly prices: Prices; readonly growth: number }

/**
 * What a compaction saves until the view has grown back to its old size. Every later request reads that much less
 * from the cache, but the first one must write the new view to it, and the summariser must be paid.
 */
export function savingOf({ before, after, cost }: CompactionBill, { prices, growth }: Forecast): number {
  const less = Math.max(0, before - after)
  const requests = Math.floor(less / Math.max(1, growth))
  return perMillion(requests * less * prices.cacheRead - after * (prices.cacheWrite - prices.cacheRead)) - cost
}

/** The two ways to ask for a summary: at the end of the chat's own cached request, or separately, from another model. */
export type SummaryRequests = {
  /** Tokens of the chat's last request, and how many of them its provider still has in its cache. */
  readonly view: number
  readonly cached: number
  /** Tokens of the span as the summariser would read it, and of the summary. */
  readonly span: number
  readonly summary: number
  readonly chat: Prices
  readonly summariser: Prices
}

/** Which of the two is cheaper. With a cold cache it is never the chat's own model. */
export function cheaperRequest({ view, cached, span, summary, chat, summariser }: SummaryRequests): 'warm' | 'cold' {
  const fresh = view - cached + directiveTokens
  const warm = cached * chat.cacheRead + fresh * chat.cacheWrite + summary * chat.output
  const cold = (span + promptTokens) * summariser.input + summary * summariser.output
  return warm < cold ? 'warm' : 'cold'
}

const directiveTokens = 600
const promptTokens = 1_000

const perMillion = (amount: number): number => amount / 1_000_000
