import type { Prices } from '../core/money.ts'

/** What the price registry does not know about a model. */
export type Limits = {
  readonly window?: number
  /** The most input it accepts, if that is less than the window. */
  readonly input?: number
  /** The longest answer it gives. */
  readonly output: number
  readonly prices?: Prices
}

/** The window of the offline model: small enough to watch it fill. */
export const offlineWindow = 32_000

const free: Prices = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 }

// The first match counts. Source, unless another is named: models.dev, October 2026.
const table: readonly (readonly [RegExp, Limits])[] = [
  // Ours: it quotes, and quotes are short.
  [/^offline\b/, { window: offlineWindow, output: 2_048, prices: free }],
  [/claude-(?:opus-4-[6-9]|[a-z]+-(?:[5-9]|\d\d)\b)/, { output: 128_000 }],
  [/claude-(?:opus-4-5|(?:sonnet|haiku)-4|3-7)/, { output: 64_000 }],
  // Anthropic's model overview: Opus 4 and 4.1 answer with up to 32k tokens, 3.5 with 8k, older ones with 4k.
  [/claude-opus-4/, { output: 32_000 }],
  [/claude-3-5/, { output: 8_192 }],
  [/claude/, { output: 4_096 }],
  [/gpt-5-3-codex-spark/, { window: 128_000, input: 100_000, output: 32_000 }],
  [/gpt-(?:5-[4-9]|[6-9])/, { window: 1_050_000, input: 922_000, output: 128_000 }],
  [/gpt-5/, { window: 400_000, input: 272_000, output: 128_000 }],
  [/gpt-4-1/, { window: 1_047_576, output: 32_768 }],
  [/gpt-4o/, { window: 128_000, output: 16_384 }],
  [/^o[134]\b/, { window: 200_000, output: 100_000 }],
  [/gemini-(?:2-5|[3-9])/, { window: 1_048_576, output: 65_536 }],
  [/gemini/, { window: 1_048_576, output: 8_192 }],
]

export const limitsOf = (id: string): Limits | null =>
  table.find(([pattern]) => pattern.test(plainName(id)))?.[1] ?? null

/** A model's name without provider and region, its version written with dashes: `claude-sonnet-4.5` is `claude-sonnet-4-5`. */
export function plainName(id: string): string {
  if (id.startsWith('offline/')) return 'offline'
  const name = id.slice(id.lastIndexOf('/') + 1).toLowerCase()
  return name.replace(/^(?:[a-z]{2,6}\.)?(?:anthropic|openai|google|meta)\./, '').replaceAll('.', '-')
}
