import type { Call, Trace } from './trace.ts'

/** A stretch of a request: a message of the trace, or a text that stands for others. */
export type Piece = {
  /** The same key in two requests is the same bytes. */
  readonly key: string
  readonly tokens: number
  /** The message; null for a text. */
  readonly at: number | null
}

/** What a compaction took from a provider, in tokens of the chat's input. */
export type CompactionCost = {
  readonly cost: number
  /** The texts reach back so far: what is lost from further back is lost for good. Null for everything. */
  readonly sees: number | null
}

/** A way to keep a conversation within its window. */
export type ContextKeeper = {
  /** One more message has come. */
  readonly append: (at: number) => void
  /** Looks at the window before a request; `cached` of its tokens are still in the provider's cache. */
  readonly beforeCall: (call: Call, cached: number) => CompactionCost | null
  readonly pieces: () => readonly Piece[]
}

/** A policy under test. */
export type Contender = {
  readonly name: string
  /** The share of lost names that its texts keep, once and after each further compaction. */
  readonly keeps: (times: number) => number
  readonly open: (trace: Trace, setting: Setting) => ContextKeeper
}

/** What the ledger of a fold takes, in tokens, and the share of old names it keeps of those that were used again. */
export type Ledger = { readonly tokens: number; readonly keeps: number }

/** What is the same for everyone. */
export type Setting = {
  readonly window: number
  /** What the answer may take. */
  readonly reserve: number
  /** Instructions and tools. */
  readonly overhead: number
  /** Tokens of a summary's prose. */
  readonly prose: number
}

/** Prices in units of fresh input: Anthropic's, and a summariser that costs a third. */
export const prices = { read: 0.1, write: 1.25, output: 5, cheap: 1 / 3, cacheMs: 5 * 60_000 } as const

/** One message may not take more than this of a window: agents cut what their tools print. */
export const maxShareOfWindow = 0.2
