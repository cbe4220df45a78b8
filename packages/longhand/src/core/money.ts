/** What a model charges for a million tokens. */
export type Prices = {
  readonly input: number
  readonly output: number
  readonly cacheRead: number
  readonly cacheWrite: number
}

/** Tokens that were paid for; `input` includes what was read from and written to the provider's cache. */
export type Paid = Prices

/** What a request cost. */
export function costOf({ input, output, cacheRead, cacheWrite }: Paid, prices: Prices): number {
  const fresh = Math.max(0, input - cacheRead - cacheWrite)
  return perMillion(
    fresh * prices.input + output * prices.output + cacheRead * prices.cacheRead + cacheWrite * prices.cacheWrite,
  )
}

/** A compaction as its bill sees it: tokens of the view before and after, and what the summariser took. */
export type Bill = { readonly before: number; readonly after: number; readonly cost: number }

/** What is known about the requests to come: the chat's own prices, and the tokens by which a view grows each time. */
export type Outlook = { readonly prices: Prices; readonly growth: number }

/**
 * What a compaction saves in all until the view has grown back to what it was. Every later request reads that much less
 * from the cache; but the first one must write the new view into it, and the summariser was paid.
 */
export function savingOf({ before, after, cost }: Bill, { prices, growth }: Outlook): number {
  const less = Math.max(0, before - after)
  const requests = Math.floor(less / Math.max(1, growth))
  return perMillion(requests * less * prices.cacheRead - after * (prices.cacheWrite - prices.cacheRead)) - cost
}

/** The two ways to ask for a summary: at the end of the chat's own warm request, or apart, of a model of one's own. */
export type Forms = {
  /** Tokens of the chat's last request, and how many of them its provider still has in its cache. */
  readonly view: number
  readonly cached: number
  /** Tokens of the span as the summariser would read it, and of the summary. */
  readonly span: number
  readonly summary: number
  readonly chat: Prices
  readonly summariser: Prices
}

/** Which form is cheaper. With a cold cache it is never the chat's own model. */
export function cheaperForm({ view, cached, span, summary, chat, summariser }: Forms): 'warm' | 'cold' {
  const fresh = view - cached + directiveTokens
  const warm = cached * chat.cacheRead + fresh * chat.cacheWrite + summary * chat.output
  const cold = (span + promptTokens) * summariser.input + summary * summariser.output
  return warm < cold ? 'warm' : 'cold'
}

const directiveTokens = 600
const promptTokens = 1_000

const perMillion = (amount: number): number => amount / 1_000_000
